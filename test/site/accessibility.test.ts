import test from 'ava';
import axe from 'axe-core';
import {errors} from '#src/api/errors.ts';
import {startApi} from '../helpers/api/start-api.ts';
import {openPage, startBrowser} from '../helpers/browser.ts';
import {fakeServices} from '../helpers/fakes/services.ts';

const paths = ['/docs', '/problems', ...Object.keys(errors).map(code => `/problems/${code}`)];

/** What the reader has opened: an operation with a body, one with many parameters, and a schema. */
const openSome = `for (const part of document.querySelectorAll(
  '#lookUpPlates details, #searchVehicles details, details:has(#VehicleResponse)',
)) part.open = true;`;

const widthOf = 'document.documentElement.scrollWidth';

for (const width of [1280, 390]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.serial(`every page is accessible and fits at ${width} px, ${colorScheme}`, async t => {
      t.timeout(300_000);
      const {port} = await startApi(t, fakeServices());
      const origin = `http://127.0.0.1:${port}`;
      const viewport = {width, height: 900};
      const browser = await startBrowser(t);
      const {page, complaints} = await openPage(browser, origin, {viewport, colorScheme});
      for (const path of paths) {
        await page.goto(origin + path);
        await page.evaluate(openSome);
        t.is(await page.evaluate(widthOf), width, path);
        await page.evaluate(axe.source);
        const {violations} = await page.evaluate<axe.AxeResults>('axe.run()');
        const serious = violations
          .filter(({impact}) => impact === 'serious' || impact === 'critical')
          .map(({id, nodes}) => `${id}: ${nodes.map(({html}) => html).join(' ')}`);
        t.deepEqual(serious, [], path);
      }
      t.deepEqual(complaints, []);
    });
  }
}
