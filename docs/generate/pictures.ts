import {arrows} from '../../.dependency-cruiser.ts';

/** Each room of a picture with the rooms that it may import. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const rooms = Object.keys(arrows);

/** The rooms that a name in the layer table stands for. */
const roomsOf = (name: string): readonly string[] =>
  rooms.filter(room => room === name || room.startsWith(`${name}/`));

/** The arrows between the nodes that `toNode` makes of the rooms; `undefined` leaves a room out. */
const graphOf = (toNode: (room: string) => string | undefined): Graph => {
  const graph = new Map<string, Set<string>>();
  for (const [room, allowed] of Object.entries(arrows)) {
    const from = toNode(room);
    if (from === undefined) continue;
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets);
    for (const to of allowed.flatMap(roomsOf).map(toNode)) {
      if (to !== undefined && to !== from) targets.add(to);
    }
  }
  return graph;
};

const reachable = (graph: Graph, from: string): ReadonlySet<string> =>
  new Set([...(graph.get(from) ?? [])].flatMap(to => [to, ...reachable(graph, to)]));

/** Leaves out the arrows that others imply. */
const reduced = (graph: Graph): Graph =>
  new Map(
    Array.from(graph, ([from, targets]) => {
      const indirect = new Set([...targets].flatMap(to => [...reachable(graph, to)]));
      return [from, new Set([...targets].filter(to => !indirect.has(to)))];
    }),
  );

const idOf = (room: string): string => room.replaceAll(/\W/g, '-');

const node = (room: string): string => `${idOf(room)}["${room.split('/').at(-1)}"]`;

const arrowLines = (graph: Graph): readonly string[] =>
  Array.from(graph, ([from, targets]) =>
    Array.from(targets, to => `  ${idOf(from)} --> ${idOf(to)}`),
  ).flat();

const frame = (title: string, inside: readonly string[]): readonly string[] => [
  `  subgraph ${idOf(title)}-frame ["${title}"]`,
  ...inside.map(room => `    ${node(room)}`),
  '  end',
];

const picture = (lines: readonly string[]): string =>
  ['```mermaid', 'flowchart TD', ...lines, '```'].join('\n');

const topOf = (room: string): string => room.split('/')[0] ?? room;

/** The picture of the repository's folders, some of which are not in the layer table. */
const folders = (): string => {
  const graph = graphOf(topOf);
  return picture([
    ...frame('production code', [...graph.keys()]),
    ...frame('may import all of it', ['bench', 'docs', 'test']),
    ...frame('no imports', ['deploy', 'extracts']),
    ...arrowLines(graph),
  ]);
};

/** The picture of the rooms in some of these folders, framed by folder. */
const roomsIn = (...tops: readonly string[]): string => {
  const graph = reduced(graphOf(room => (tops.includes(topOf(room)) ? room : undefined)));
  const framed = tops.flatMap(top => frame(top, roomsOf(top)));
  return picture([...framed, ...arrowLines(graph)]);
};

/** The pictures of the pages, by name: the rooms, and which may import which. */
export const pictures = {
  folders,
  api: () => roomsIn('src', 'core'),
  indexer: () => roomsIn('indexer'),
};
