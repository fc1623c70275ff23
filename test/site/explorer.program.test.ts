import test from 'ava';
import {explorerFor, figuresOf, isFocused, tabTo} from './start-site.ts';

const startExplorer = explorerFor(test);

test.serial(
  'by keyboard: blue diesel Hyundais of 2012 to 2020 whose inspection is due within three months, as a link',
  async t => {
    const {page, complaints, open, shown, field, option} = await startExplorer(t);
    await open();
    const choose = async (label: string, text: string, name: string) => {
      await tabTo(field(label));
      await page.keyboard.type(text);
      await option(name).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      t.is(await field(label).getAttribute('aria-expanded'), 'false');
    };
    const type = async (label: string, text: string) => {
      await tabTo(field(label));
      await page.keyboard.type(text);
    };
    await choose('Make', 'hy', 'HYUNDAI');
    await choose('Primary fuel', 'die', 'Diesel');
    await choose('Color', 'bla', 'Black Sort');
    await choose('Color', 'blå', 'Blue Blå');
    await tabTo(shown.getByRole('button', {name: 'Remove Color: Black'}));
    await page.keyboard.press('Enter');
    t.true(await isFocused(shown.getByRole('button', {name: 'Search'})));
    await tabTo(field('Kind of vehicle'));
    await page.keyboard.type('taken back');
    await page.keyboard.press('Escape');
    await type('Model year, from', '2012');
    await type('Model year, to', '2020');
    await type('Estimated next inspection, from', '01012027');
    await type('Estimated next inspection, to', '03312027');
    await tabTo(shown.getByRole('button', {name: 'Search'}));
    await page.keyboard.press('Enter');
    await shown.getByText('2 vehicles match.').waitFor();
    const rows = await shown.locator('tbody th').allTextContents();
    t.deepEqual(rows, ['AB10013', 'AB10007']);

    // Whoever has the link reads what it shows, and sees the same with a key.
    const other = await startExplorer(t);
    await other.page.goto(page.url());
    await other.shown.getByText('Paste your key').waitFor();
    t.is(
      await other.shown.getByRole('status').textContent(),
      'This link shows the vehicles with make HYUNDAI, primary fuel Diesel, color Blue, model year from 2012 to 2020, estimated next inspection from 1 Jan 2027 to 31 Mar 2027. Paste your key to see it.',
    );
    await other.giveKey();
    await other.shown.getByText('2 vehicles match.').waitFor();
    t.deepEqual(await other.shown.locator('tbody th').allTextContents(), rows);
    t.deepEqual([...complaints, ...other.complaints], []);
  },
);

test.serial('by touch at 390 px: a search is set, narrowed and taken back', async t => {
  const viewport = {width: 390, height: 844};
  const {page, complaints, open, shown, field, option, call} = await startExplorer(t, {
    viewport,
    hasTouch: true,
    isMobile: true,
  });
  await open();
  await field('Make').tap();
  await option('HYUNDAI').tap();
  await field('Make').tap();
  await option('<b>BMW</b>').tap();
  t.is(await field('Make').getAttribute('placeholder'), 'HYUNDAI, <b>BMW</b>');
  await shown.getByText('More filters').tap();
  await shown.getByLabel('Find a filter').fill('power');
  t.deepEqual(await shown.locator('.more .filter:visible > :first-child').allTextContents(), [
    'Maximum power (kW)',
  ]);
  await field('Maximum power (kW), from').fill('70');
  await shown.getByRole('button', {name: 'Search'}).tap();
  await shown.getByText('4 vehicles match.').waitFor();
  t.true(await shown.getByText('4 vehicles match.').isVisible());
  t.regex(String(await call.textContent()), /\?makeIds=10043,10011&fromMaxPowerKw=70'$/);

  await shown.getByRole('button', {name: 'Remove Make: HYUNDAI'}).tap();
  await shown.getByText('1 vehicle matches.').waitFor();
  t.regex(page.url(), /#vehicles\?makeId=10011&makeId\.name=.*BMW.*&fromMaxPowerKw=70$/);
  await shown.getByRole('button', {name: 'Clear all'}).tap();
  await shown.getByText('24 vehicles match.').waitFor();
  t.is(await shown.locator('.set li').count(), 0);
  t.deepEqual(complaints, []);
});

test.serial(
  'a plate typed anywhere leads to its vehicle: what matters first, the rest on demand',
  async t => {
    const {origin, key, page, complaints, open, shown, field, call} = await startExplorer(t);
    await open('#statistics');
    await tabTo(field('Look up a vehicle'));
    await page.keyboard.type('12345\n');
    const instead = shown.getByRole('link', {name: 'Look it up as a VIN'});
    t.is(await instead.getAttribute('href'), '#vehicle?vin=12345');
    const asked = page.waitForRequest(/plate/);
    await field('Look up a vehicle').clear();
    await page.keyboard.type('ab 1-0003\n');
    t.is((await (await asked).allHeaders())['x-api-key'], key);
    await shown.getByRole('heading', {name: '<b>BMW</b> X1 AB10003'}).waitFor();
    t.is(page.url(), `${origin}/explore#vehicle?plate=ab+1-0003`);
    t.regex(String(await call.textContent()), /\/plate\/ab%201-0003\?expand=\w+,\w+,\w+,\w+'$/);
    const facts = shown.locator('.facts > div:visible');
    t.deepEqual((await facts.allTextContents()).slice(0, 4), [
      'StatusRegistered',
      'First registered on6 May 2011',
      'Model year2011',
      'Estimated next inspection15 Apr 2027',
    ]);
    t.deepEqual(await shown.locator('.line span').allTextContents(), [
      'First registration',
      'Today',
      'Next inspection (estimate)',
    ]);
    await shown.getByText('The register has no such record for this vehicle.').last().waitFor();
    const variant = shown.locator('dt', {hasText: 'Variant'}).last();
    const original = shown.locator('.original', {hasText: 'Blå'}).last();
    t.deepEqual([await variant.isVisible(), await original.isVisible()], [false, false]);
    await field('All members, including empty ones').press('Space');
    await field('The register’s own words').press('Space');
    t.deepEqual([await variant.isVisible(), await original.isVisible()], [true, true]);
    t.deepEqual(
      complaints.filter(each => !each.includes('404')),
      [],
    );
  },
);

test.serial('without a key the heading no longer names the vehicle', async t => {
  const {page, open, shown, field} = await startExplorer(t);
  await open('#vehicle?plate=AB10003');
  await shown.getByRole('heading', {name: '<b>BMW</b> X1 AB10003'}).waitFor();
  await field('Look up a vehicle').fill('AB10004');
  await field('Your key').fill('');
  await field('Your key').press('Enter');
  await shown.getByText('Paste your key').waitFor();
  await shown.getByRole('heading', {name: 'Vehicle AB10003', exact: true}).waitFor({timeout: 5000});
  t.regex(await page.title(), /^Vehicle AB10003 · Explorer · /);
  t.is(await field('Look up a vehicle').inputValue(), 'AB10004');
});

test.serial('a vehicle of which no day is known has no line of time', async t => {
  const {page, open, shown} = await startExplorer(t);
  await page.route('**/v1/vehicles/plate/*', async route => {
    const body = await (await route.fetch()).json();
    const undated = {firstRegisteredOn: null, registrationStatusDate: null, inspection: null};
    await route.fulfill({json: {...body, ...undated, nextInspectionEstimate: null}});
  });
  await open('#vehicle?plate=AB10003');
  await shown.getByText('One vehicle found.').waitFor();
  t.is(await shown.locator('.facts').count(), 1);
  t.is(await shown.getByText('Over time').count(), 0);
});

test.serial('a record without any value says so', async t => {
  const {open, shown, field} = await startExplorer(t);
  await open('#vehicle?plate=AB10003');
  const note = shown.getByRole('heading', {name: 'Technical details'}).locator('+ p');
  t.is(await note.textContent({timeout: 5000}), 'No member of this record has a value.');
  const weight = shown.getByText('Trailer gross weight (kg)');
  t.false(await weight.isVisible());
  await field('All members, including empty ones').press('Space');
  t.true(await weight.isVisible());
});

test.serial(
  'a VIN and an id lead to the same vehicle, told apart by what they look like',
  async t => {
    const {page, open, field} = await startExplorer(t);
    await open();
    for (const [typed, path] of [
      ['TST0PETROL0000001', 'vin/TST0PETROL0000001'],
      ['90000000090000012', 'vin/90000000090000012'],
      ['9000000000000004', '9000000000000004'],
      ['æø 1', 'plate/%C3%A6%C3%B8%201'],
    ] as const) {
      const asked = page.waitForRequest(request => request.url().includes(`/v1/vehicles/${path}?`));
      await field('Look up a vehicle').fill(typed);
      await field('Look up a vehicle').press('Enter');
      await t.notThrowsAsync(asked);
    }
  },
);

test.serial('models are those of the make that is chosen, and go with it', async t => {
  const {page, complaints, open, field, option, shown} = await startExplorer(t);
  await open();
  await field('Model').click();
  await option('Choose one make first.').waitFor();
  await field('Make').fill('hyundai');
  await field('Make').press('Enter');
  await page.locator('input[name=makeId][value="10043"]').first().waitFor({state: 'attached'});
  await field('Model').click();
  await option('TUCSON').click();
  await shown.getByRole('button', {name: 'Remove Model: TUCSON'}).waitFor();
  await shown.getByText('More filters').click();
  await field('Body type').click();
  await option('Hatchback').click();
  await field('Make').click();
  await option('<b>BMW</b>').click();
  t.deepEqual(await shown.locator('.set button').allTextContents(), [
    'Make: HYUNDAI',
    'Make: <b>BMW</b>',
    'Body type: Hatchback',
    'Clear all',
  ]);
  t.deepEqual(complaints, []);
});

test.serial('without a key names are typed, and an id is named once there is one', async t => {
  const {page, complaints, open, giveKey, shown, field} = await startExplorer(t);
  await open('#vehicles?makeIds=10043,10011', false);
  t.is(await field('Make').getAttribute('placeholder'), '10043, 10011');
  await field('Color').fill('blue');
  await field('Kind of vehicle').focus();
  await shown.getByRole('button', {name: 'Remove Color: blue'}).waitFor();
  await giveKey();
  await shown.getByRole('button', {name: 'Remove Make: <b>BMW</b>'}).waitFor();
  await shown.getByRole('button', {name: 'Search'}).click();
  await shown.getByText('18 vehicles match.').waitFor();
  t.regex(page.url(), /makeIds=10043,10011&makeIds\.name=HYUNDAI,.*&color=blue$/);
  t.deepEqual(complaints, []);
});

test.serial('a search shows the vehicles of its filters, page by page', async t => {
  const {origin, page, complaints, open, shown, field} = await startExplorer(t);
  await open('#vehicles');
  await field('Model year, from').fill('2011');
  await shown.getByRole('button', {name: 'Search'}).click();
  await shown.getByText('22 vehicles match.').waitFor();
  const rows = shown.locator('tbody tr');
  t.is(await rows.count(), 10);
  t.regex(String(await rows.first().textContent()), /^AB10022HYUNDAITUCSON20216 May 2021/);

  await shown.getByRole('link', {name: 'Next page'}).press('Enter');
  await shown.getByText('Page 2 of 3').waitFor();
  t.true(await isFocused(shown.getByRole('status')), 'the link is gone, with the focus on it');
  const {y = -1} = (await shown.getByRole('status').boundingBox()) ?? {};
  t.true(y >= 0 && y < 100, `the answer begins at ${y}`);
  t.is(page.url(), `${origin}/explore#vehicles?fromModelYear=2011&page=2`);
  await shown.getByRole('link', {name: 'Next page'}).click();
  await shown.getByText('Page 3 of 3').waitFor();
  t.is(await rows.count(), 2);
  await page.goBack();
  await shown.getByText('Page 2 of 3').waitFor();

  await rows.first().getByRole('link').click();
  const heading = shown.getByRole('heading', {name: '<b>BMW</b> X1 AB10012'});
  await heading.waitFor();
  const {y: top = -1} = (await heading.boundingBox()) ?? {};
  t.true(top >= 0 && top < 100, `the vehicle begins at ${top}`);
  t.regex(await page.title(), /^<b>BMW<\/b> X1 AB10012 · Explorer · /);
  await page.goBack();
  await shown.getByText('Page 2 of 3').waitFor();
  t.is(await field('Model year, from').inputValue(), '2011');
  t.deepEqual(complaints, []);
});

test.serial('an error is shown in words, and a limit with the time to wait', async t => {
  const {page, open, shown, field, option} = await startExplorer(t, {}, {requestsPerMinute: 3});
  await open('#vehicles?makeId=10043&pageSize=99&sortBy=id&page=0');
  const alert = shown.getByRole('alert');
  await alert.waitFor();
  t.deepEqual((await alert.locator('li').allTextContents()).toSorted(), [
    'Page must be at least 1.',
    'Page size must be at least 1 and at most 20.',
  ]);
  t.is(
    await alert.getByRole('link', {name: 'ValidationFailed'}).getAttribute('href'),
    'problems/ValidationFailed',
  );

  await page.evaluate("location.hash = '#vehicles?fromWidthMm=1800'");
  await alert.getByText('Unknown parameter fromWidthMm.').waitFor();
  await page.evaluate("location.hash = '#releases?kind=Inspected'");
  await alert.waitFor({state: 'detached'});
  t.false(await shown.locator('.result').isVisible(), 'that part is not on this page');

  await field('Look up a vehicle').fill(' ');
  await page.getByRole('button', {name: 'Look up'}).click();
  t.regex(page.url(), /#releases/);
  await field('Look up a vehicle').fill('ZZ99999');
  for (let call = 0; call < 3; call += 1) {
    const answered = page.waitForResponse(/\/v1\/vehicles\/plate/);
    await page.getByRole('button', {name: 'Look up'}).click();
    await answered;
  }
  await alert.getByText('Try again in').waitFor();
  t.regex(
    String(await alert.textContent()),
    /Try again in \d+ (second|minute)s?, at \d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d\.HTTP 429 RateLimitExceeded/,
  );

  await field('Your key').fill('vdl_live_\u200B');
  await field('Your key').press('Enter');
  await alert.getByText('HTTP 401').waitFor();

  await page.route(/\/v1\//, route => route.fulfill({status: 502, json: {code: 'OfAProxy'}}));
  await page.getByRole('button', {name: 'Look up'}).click();
  t.is(await alert.getByText('HTTP 502').textContent(), 'HTTP 502 OfAProxy');
  await page.route(/\/v1\//, route => route.fulfill({json: {ok: true}}));
  await open('#vehicles?pageSize=2');
  await alert.getByText('The service returned an unexpected response.').waitFor({timeout: 5000});
  await open('#vehicle?plate=AB10001');
  await alert.getByText('The service returned an unexpected response.').waitFor({timeout: 5000});
  t.is(await shown.getByRole('status').textContent(), '');
  t.is(await shown.locator('h2').textContent(), 'Vehicle AB10001');
  await page.route(/\/v1\//, route => route.fulfill({body: '<p>Log in to the network.'}));
  await open('#statistics');
  await field('Make').click();
  await option('No names found.').waitFor({timeout: 5000});
  await page.route(/\/v1\//, route => route.abort());
  await page.keyboard.type('b');
  await page.getByRole('option', {name: 'No response: '}).waitFor({timeout: 5000});
});

test.serial(
  'the call is copied as it is shown, and cannot end the quotes that it is in',
  async t => {
    const {origin, page, open, shown} = await startExplorer(t);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], {origin});
    await open(`#vehicle?plate=${encodeURIComponent("x'; rm -rf ~; '")}`);
    for (const [language, sample] of [
      [
        'curl',
        `curl -H "X-Api-Key: $KEY" '${origin}/v1/vehicles/plate/x%27%3B%20rm%20-rf%20~%3B%20%27?`,
      ],
      ['TypeScript', `const response = await fetch(\n  '${origin}/v1/vehicles/plate/x%27%3B%20rm`],
    ] as const) {
      const summary = shown.getByText(language, {exact: true});
      if (language !== 'curl') await summary.click();
      await shown.getByRole('button', {name: /^Cop/}).click();
      await shown.getByRole('button', {name: 'Copied'}).waitFor();
      const copied = String(await page.evaluate('navigator.clipboard.readText()'));
      t.true(copied.startsWith(sample), copied);
    }
  },
);

test.serial('without JavaScript the explorer says that it needs it', async t => {
  const {page, open} = await startExplorer(t, {javaScriptEnabled: false});
  await open('', false);
  t.true(await page.locator('noscript p').isVisible());
  t.is(await page.locator('form:visible, input:visible').count(), 0);
});

for (const width of [1280, 390]) {
  test.serial(`the first view is light at ${width} px, and nothing in it moves`, async t => {
    for (const state of ['', '#vehicle?plate=AB10003', '#statistics?makeId=10043']) {
      const {page, open, shown} = await startExplorer(t, {viewport: {width, height: 900}});
      await open(state, false);
      await shown.waitFor();
      const {bytes, shift} = await figuresOf(page);
      t.true(bytes > 0 && bytes <= 150_000, `${state}: ${bytes} bytes`);
      t.is(shift, 0, state);
    }
  });
}
