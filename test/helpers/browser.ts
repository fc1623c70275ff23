import {type Browser, type BrowserContextOptions, chromium} from 'playwright-core';
import {needChromium} from '#local/prerequisites/need.ts';
import type {Scope} from './scope.ts';

/** A headless Chromium, until the test has ended. */
export const startBrowser = async (t: Scope): Promise<Browser> => {
  const executablePath = await needChromium(() => {});
  const browser = await chromium.launch({executablePath});
  t.teardown(() => browser.close());
  return browser;
};

/** A browser's page, with its console errors, failed requests and requests to other origins. */
export const openPage = async (
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
) => {
  const page = await browser.newPage(options);
  const complaints: string[] = [];
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', error => complaints.push(error.message));
  page.on('requestfailed', request => {
    const reason = request.failure()?.errorText;
    // Caused by leaving a page before its icon has loaded.
    if (reason !== 'net::ERR_ABORTED') complaints.push(`${request.url()}: ${reason}`);
  });
  page.on('request', request => {
    if (new URL(request.url()).origin !== origin) complaints.push(`${request.url()} is foreign`);
  });
  return {page, complaints};
};
