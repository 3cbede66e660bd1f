--TEST--
The report merges recursion levels, sums the rows it hides, and keeps its columns with any name
--FILE--
<?php
require __DIR__ . '/../../examples/report.php';

function row(int $ct, int $wt, int $cpu, int $mu): array
{
	return ['ct' => $ct, 'wt' => $wt, 'cpu' => $cpu, 'mu' => $mu, 'pmu' => max($mu, 0)];
}

$profile = XHProf\Profile::fromPairs([
	'f@1==>f@2' => row(1, 1000, 900, 100),
	'f==>f@1' => row(1, 3000, 2900, 300),
	'f==>PDO::query#select @1' => row(1, 1000, 20, -300),
	"f==>Größe\\Länge\\漢字漢字漢字漢字漢字\\Klasse::methode_mit_langem_namen" => row(12000, 2000, 1900, 300),
	"f==>invalid\xFF" => row(1, 3, 0, 0),
	"f==>curl_exec#a\n\e[31mb" => row(1, 2, 0, 0),
	'f==>12' => row(1, 1, 0, 0),
	'main()==>f' => row(2, 9000, 8900, 3000),
	'main()' => row(1, 10000, 9900, 8000),
]);

// The outermost level alone gives the inclusive cost: the others lie within it.
$f = $profile->functions()['f'];
echo "f: ct {$f['calls']}, incl ", $f['wall_ns'] / 1000, ', excl ', $f['own_wall_ns'] / 1000, "\n";
$own = array_sum(array_column($profile->functions(), 'own_wall_ns')) / 1000;
echo "own costs add up to $own\n\n";

echo new FlatTable($profile), "\n";
echo new FlatTable($profile, limit: 2, width: 80, sort: 'calls'), "\n";
?>
--EXPECT--
f: ct 4, incl 9000, excl 5994
own costs add up to 10000

wall 10.00 ms, CPU 9.90 ms, memory 7.8 KiB, peak 7.8 KiB, 12,008 calls, 6 functions, 8 pairs

                                                 ------- wall, ms -------  ----- CPU, ms -----   memory, KiB
function                                  calls    incl    %    excl    %    incl    excl    %    incl    excl
--------------------------------------------------------------------------------------------------------------
main()                                        1   10.00  100    1.00 10.0    9.90    1.00 10.1     7.8     4.9
f                                             4    9.00 90.0    5.99 59.9    8.90    6.98 70.5     2.9     2.9
Größe\Länge\…methode_mit_langem_namen     12000    2.00 20.0    2.00 20.0    1.90    1.90 19.2     0.3     0.3
PDO::query#select @1                          1    1.00 10.0    1.00 10.0    0.02    0.02  0.2    -0.3    -0.3
invalidÿ                                      1    0.00  0.0    0.00  0.0    0.00    0.00  0.0     0.0     0.0
curl_exec#a [31mb                             1    0.00  0.0    0.00  0.0    0.00    0.00  0.0     0.0     0.0
12                                            1    0.00  0.0    0.00  0.0    0.00    0.00  0.0     0.0     0.0

wall 10.00 ms, CPU 9.90 ms, memory 7.8 KiB, peak 7.8 KiB, 12,008 calls, 6 functions, 8 pairs

                                   ------- wall, ms -------  - CPU, ms -   memory, KiB
function                    calls    incl    %    excl    %    excl    %    excl
--------------------------------------------------------------------------------
main()                          1   10.00  100    1.00 10.0    1.00 10.1     4.9
Größe\Lä…it_langem_namen    12000    2.00 20.0    2.00 20.0    1.90 19.2     0.3
f                               4    9.00 90.0    5.99 59.9    6.98 70.5     2.9
(4 more)                        4                 1.01 10.1    0.02  0.2    -0.3
