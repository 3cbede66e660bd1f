// Opens reports in a real browser, for the tests here. Node's module playwright-core and a chromium are needed.
import { createRequire } from 'node:module';
import { mkdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const { chromium } = createRequire(`${process.env.XHPROF_NODE_MODULES || `${process.env.HOME}/.cache/xhprof-tests/node_modules`}/`)('playwright-core');

// A machine may be busy: nothing here waits for a time, but for a state, at most so long.
export const PATIENCE = 120_000;

/** Everything that a page must not do: say something, ask somebody, open a dialog or another page. */
function watch(page, faults) {
	page.on('console', (message) => faults.push(`console: ${message.text()}`));
	page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
	page.on('crash', () => faults.push('crash'));
	page.on('dialog', (dialog) => {
		faults.push(`dialog: ${dialog.message()}`);
		dialog.dismiss();
	});
	page.on('popup', () => faults.push('popup'));
	page.on('request', (request) => {
		if (!request.url().startsWith('file:') && !request.url().startsWith('blob:') || request.resourceType() !== 'document') {
			faults.push(`request: ${request.resourceType()} ${request.url().slice(0, 100)}`);
		}
	});
}

export class Browser {
	static async start() {
		const browser = new Browser();
		browser.chromium = await chromium.launch({
			executablePath: process.env.XHPROF_CHROMIUM || '/usr/bin/chromium',
			args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
			timeout: PATIENCE,
		});
		return browser;
	}

	/** A page with the file open, decoded as far as its first view needs. Faults are in page.faults. */
	async open(file, { fragment = '', width = 1440, height = 900, dark = false, forced = false } = {}) {
		const context = await this.chromium.newContext({
			viewport: { width, height },
			colorScheme: dark ? 'dark' : 'light',
			forcedColors: forced ? 'active' : 'none',
			acceptDownloads: true,
			permissions: ['clipboard-read', 'clipboard-write'],
		});
		const page = await context.newPage();
		page.setDefaultTimeout(PATIENCE);
		page.faults = [];
		watch(page, page.faults);
		await page.goto(pathToFileURL(file).href + fragment, { timeout: PATIENCE });
		await settled(page);
		return page;
	}

	async stop() {
		await this.chromium.close();
	}
}

/**
 * Waits until the page has drawn its view, and decodes no more. What a view does once it is drawn runs behind a frame,
 * as a task of its own, and may draw again: frames alone can be faster than these tasks.
 */
export async function settled(page) {
	await page.waitForFunction(() => document.querySelector('main, .problem') && !document.querySelector('progress'));
	await page.evaluate(async () => {
		for (let i = 0; i < 3; i++) {
			await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
		}
	});
}

/** Shows another state of the same report. The page is told of it by an event, which may come after a frame. */
export async function show(page, fragment) {
	await page.evaluate((hash) => new Promise((done) => {
		const before = location.href;
		addEventListener('hashchange', () => done(), { once: true });
		location.hash = hash;
		if (location.href === before) {
			done();
		}
	}), fragment);
	await settled(page);
}

/** Where a picture goes: a folder that the workflow keeps, else nowhere. */
export async function picture(page, name) {
	const folder = process.env.XHPROF_PICTURES;
	if (folder) {
		mkdirSync(folder, { recursive: true });
		await page.screenshot({ path: `${folder}/${name}.png` });
	}
}

/** Runs a test, says what went wrong in the page, and closes the browser. */
export async function test(run) {
	const browser = await Browser.start();
	try {
		await run(browser);
	} catch (error) {
		console.log(`FAILED: ${error.stack}`);
	} finally {
		await browser.stop();
	}
}

/** The names of the tabs. */
export const tabs = (page) => page.getByRole('tab').allInnerTexts();

/** Clicks a tab, and waits for its view. */
export async function open(page, name) {
	await page.getByRole('tab', { name, exact: true }).click();
	await settled(page);
}

/** What a page did that it must not do, as a line. */
export const faults = (page) => (page.faults.length === 0 ? 'quiet' : [...new Set(page.faults)].join('; '));

/** What a button of the view "Save" saves: the path of the file. */
export async function saved(page, name) {
	const waiting = page.waitForEvent('download', { timeout: PATIENCE });
	await page.locator('.save').getByRole('button', { name, exact: true }).click();
	return (await waiting).path();
}
