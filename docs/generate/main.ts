import {writeFile} from 'node:fs/promises';
import {fieldsPage} from './fields-page.ts';

await writeFile(new URL('../fields.md', import.meta.url), fieldsPage());
