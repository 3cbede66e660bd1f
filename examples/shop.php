<?php
/**
 * A page of a small shop, to try xhprof on: no packages, no database.
 *
 *     xhprof run -- examples/shop.php             asks the store for each product of the cart
 *     xhprof run -- examples/shop.php --at-once   asks it once for all of them
 */

declare(strict_types=1);

/** Stands for a database, three milliseconds away. */
final class Store
{
	/**
	 * @param list<int> $ids
	 * @return array<int, int> id to price
	 */
	public function prices(array $ids): array
	{
		usleep(3000);
		$prices = [];
		foreach ($ids as $id) {
			$prices[$id] = $id * 37 % 100;
		}

		return $prices;
	}
}

final class Cart
{
	/** @param list<int> $ids */
	public function __construct(private Store $store, private array $ids)
	{
	}

	public function total(bool $isAtOnce): int
	{
		if ($isAtOnce) {
			return array_sum($this->store->prices($this->ids));
		}
		$total = 0;
		foreach ($this->ids as $id) {
			$total += $this->store->prices([$id])[$id];
		}

		return $total;
	}
}

final class Page
{
	public function render(int $total): string
	{
		$html = '';
		for ($offer = 1; $offer <= 4000; $offer++) {
			$html .= $this->escape("offer $offer & more");
		}

		return "$html total: $total";
	}

	/** So that nobody changes the total on its way. */
	public function sign(string $html): string
	{
		return hash_pbkdf2('sha256', $html, 'salt', 10000);
	}

	private function escape(string $text): string
	{
		return htmlspecialchars($text);
	}
}

$cart = new Cart(new Store(), range(1, 40));
$page = new Page();
$html = $page->render($cart->total(in_array('--at-once', $argv ?? [], true)));
printf("%d bytes, signed %.8s\n", strlen($html), $page->sign($html));
