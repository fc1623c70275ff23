import test from 'ava';
import {html, prose} from '#src/site/html.ts';

test('what is filled into markup is escaped, but markup is not', t => {
  const filled = html`<p title="${`"'`}">${'<b> & </b>'} ${1}${html`<i>${'>'}</i>`}</p>`;
  t.is(filled.markup, '<p title="&quot;&#39;">&lt;b&gt; &amp; &lt;/b&gt; 1<i>&gt;</i></p>');
});

test('undefined and false leave no trace', t => {
  t.is(html`<p${false}>${undefined}</p>`.markup, '<p></p>');
});

test('a list of markup is set line by line', t => {
  t.is(html`${['a', 'b'].map(item => html`<li>${item}</li>`)}`.markup, '<li>a</li>\n<li>b</li>');
});

test('code in a sentence is set as code, and escaped like the rest', t => {
  t.is(prose('Send `<key>` & `b`.').markup, 'Send <code>&lt;key&gt;</code> &amp; <code>b</code>.');
});
