import {answersWithFile, type Description, type Operation} from './description.ts';

/** The URL of an operation's example. */
const exampleUrl = ({server}: Description, {path, parameters}: Operation): string => {
  const query = new URLSearchParams();
  let target = path;
  for (const {in: place, name, example = '', isInExample} of parameters) {
    if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(example));
    if (place === 'query' && isInExample) query.set(name, example);
  }
  return `${server}${target}${query.size === 0 ? '' : `?${query}`}`;
};

/** Programs that write the file at this URL as it arrives, without holding it in memory. */
const fileSamples = (url: string) => {
  const name = url.slice(url.lastIndexOf('/') + 1);
  return [
    {language: 'curl', code: `curl -H "X-Api-Key: $KEY" --fail --remote-name ${url}`},
    {
      language: 'TypeScript',
      code: `import {writeFile} from 'node:fs/promises';

const response = await fetch('${url}', {
  headers: {'X-Api-Key': process.env.KEY ?? ''},
});
if (!response.ok || !response.body) throw new Error(await response.text());
await writeFile('${name}', response.body);`,
    },
    {
      language: 'Python',
      code: `import os

import httpx  # pip install httpx

with httpx.stream(
    "GET",
    "${url}",
    headers={"X-Api-Key": os.environ["KEY"]},
) as response:
    response.raise_for_status()
    with open("${name}", "wb") as file:
        for chunk in response.iter_bytes():
            file.write(chunk)`,
    },
  ];
};

/**
 * The example of an operation as complete programs, in the languages of most clients. They take the key
 * from the environment variable `KEY`, and print the answer; a file is written under its name.
 */
export const samplesOf = (description: Description, operation: Operation) => {
  const {body, replies} = operation;
  const url = exampleUrl(description, operation);
  if (answersWithFile(operation)) return fileSamples(url);
  const json = JSON.stringify(body?.example);
  const curl = body ? `--data '${json}' \\\n  ${url}` : url.includes('?') ? `"${url}"` : url;
  const isEmpty = replies.some(({status}) => status === '204');
  return [
    {language: 'curl', code: `curl -H "X-Api-Key: $KEY" ${curl}`},
    {
      language: 'TypeScript',
      code: `const response = await fetch('${url}', {
  headers: {'X-Api-Key': process.env.KEY ?? ''},${body ? `\n  method: 'POST',\n  body: JSON.stringify(${json}),` : ''}
});
if (!response.ok) throw new Error(await response.text());
const answer = ${isEmpty ? 'response.status === 204 ? null : ' : ''}await response.json();
console.log(JSON.stringify(answer, null, 2));`,
    },
    {
      language: 'Python',
      code: `import json
import os

import httpx  # pip install httpx

response = httpx.${body ? 'post' : 'get'}(
    "${url}",
    headers={"X-Api-Key": os.environ["KEY"]},${body ? `\n    json=${json},` : ''}
)
response.raise_for_status()
answer = ${isEmpty ? 'None if response.status_code == 204 else ' : ''}response.json()
print(json.dumps(answer, indent=2))`,
    },
  ];
};
