import {type Html, html} from '../html.ts';
import type {Operation} from './description.ts';
import {field} from './field.ts';

/** A form that the page's script sends. Without the script it stays hidden. */
export const tryForm = ({operationId, method, path, parameters, body}: Operation): Html => {
  const fields = parameters.filter(({in: place}) => place !== 'header');
  const bodyId = `${operationId}-body`;
  return html`<details class="try" hidden>
<summary>Try it</summary>
<form data-method="${method}" data-path="${path}">
${fields.map(each => field(`${operationId}-${each.name}`, each))}
${
  body === undefined
    ? html``
    : html`<label for="${bodyId}">Body</label>
<textarea id="${bodyId}" name="body" rows="5" spellcheck="false">${JSON.stringify(body.example, null, 2)}</textarea>`
}
<button>Send</button>
</form>
<pre class="answer" tabindex="0" aria-live="polite" aria-label="Response" hidden></pre>
</details>`;
};
