import {type Html, html} from '../html.ts';

/** The field for the key, which the page's script reads and keeps nowhere else. */
export const keyForm = (calls: string): Html => html`<form class="key" hidden>
<label for="key">Your key</label>
<input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="vdl_live_…">
<small>For ${calls}. The key stays in this page until you leave it, and is sent to this service only.</small>
</form>`;
