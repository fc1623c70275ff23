import {changeKinds} from '#core/domain/vehicle-changes.ts';
import type {StaticDocument} from '#src/http/static-documents.ts';
import {pageSizeField, part, partsPage} from './explorer-page.ts';
import {type Html, html, lineOf} from './html.ts';
import {type Description, inWords, type Operation, operationOf} from './reference/description.ts';

const releasesForm = (operation: Operation): Html => html`<p>${lineOf(operation.description)}
A vehicle can have several kinds of change.</p>
<form id="releases-form" data-path="${operation.path}">
<div class="row">
${pageSizeField('releases', 'Releases per page', operation)}
<button>Show</button>
</div>
</form>`;

const view = html`<div class="view">
<div class="row">
<label for="release">Release</label>
<select id="release" name="release" form="releases-form"></select>
</div>
<div class="release"></div>
<div class="row">
<label for="kind">Kind of change</label>
<select id="kind" name="kind" form="releases-form" aria-describedby="kind-note">
<option value="" data-note="A vehicle that changed in any way.">any</option>
${Object.entries(changeKinds).map(([name, {description}]) => html`<option value="${name}" data-note="${description}">${inWords(name)}</option>`)}
</select>
<small id="kind-note"></small>
</div>
<div class="chart"></div>
</div>`;

/** The page of releases: one in words with its makes, all as a chart by kind of change and as a table. */
export const releasesPage = (description: Description, key?: string): StaticDocument =>
  partsPage('/releases', 'Releases', key, [
    part('releases', 'What changed', releasesForm(operationOf(description, 'listReleases')), view),
  ]);
