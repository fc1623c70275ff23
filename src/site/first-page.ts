import type {StaticDocument} from '#src/http/static-documents.ts';
import {html, textOf} from './html.ts';
import {htmlPage} from './layout.ts';
import {type Description, operationOf} from './reference/description.ts';
import {searchField} from './reference/search.ts';

/** The link to a vehicle in the explorer, without its plate. A fragment is never sent. */
const plateInExplorer = 'explore#vehicle?plate=';

/** The first page, in one screen: the service, a plate to try, how to get and send a key, the limits. */
export const firstPage = (description: Description): StaticDocument => {
  const {title, guide} = description;
  const [about = '', disclaimer = ''] = guide.split('\n\n');
  const section = (heading: string) => guide.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  // The first rows of the table, as a list.
  const limits = section('Limits').trim().split('\n').slice(2, 5).join('\n');
  const [plate] = operationOf(description, 'getVehicleByPlate').parameters;
  return htmlPage({
    path: '/',
    title: 'Start',
    alternate: 'docs.md',
    styles: ['docs.css', 'forms.css'],
    script: 'docs.ts',
    body: html`<main class="text first">
<h1>${title}</h1>
${textOf(about)}
<div class="columns">
<section>
<h2>Try a plate</h2>
<form class="scripted" data-to="${plateInExplorer}">
<label for="plate">Registration number</label>
<div class="row">
<input id="plate" value="${plate?.example}" autocomplete="off" spellcheck="false" required>
<button>Look up</button>
</div>
</form>
<p>Or <a href="explore">search and count vehicles</a>, or see <a href="releases">what changed</a>.</p>
</section>
<section>
<h2>Get a key</h2>
${textOf(section('Keys'))}
</section>
<section>
<h2>Limits</h2>
${textOf(limits.replaceAll(/^\| ([^|]+) \| ([^|]+) \|$/gm, '- $1: $2'))}
<p><a href="docs#limits">All limits</a></p>
</section>
<section>
<h2>Learn more</h2>
<p>The <a href="docs">reference</a> explains every call, with samples in curl, TypeScript and Python.</p>
${searchField('/')}
<p><small>${disclaimer}</small></p>
</section>
</div>
</main>`,
  });
};
