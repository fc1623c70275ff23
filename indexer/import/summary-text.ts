import type {ImportSummary} from './summary.ts';

const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || 'none';

const heading = ({outcome, version, limit}: ImportSummary): string => {
  switch (outcome) {
    case 'promoted':
      return `Live: ${version}`;
    case 'already-current':
      return `Already current: ${version} holds this very extract, and is live.`;
    case 'dry-run':
      return 'Nothing was written. As far as can be told without an index:';
    case 'held':
      return limit === null
        ? `Held: ${version}. "promote ${version}" puts it live.`
        : `Held: ${version}, of the first ${limit} records. It is for looking at.`;
  }
};

/** The summary of an import as people read it. */
export const importText = (summary: ImportSummary): string => {
  if (summary.outcome === 'already-current') return heading(summary);
  // Without an index a vehicle is known again only while its records lie close together.
  const [most, least] = summary.outcome === 'dry-run' ? ['at most ', 'at least '] : ['', ''];
  return [
    heading(summary),
    `  records    ${summary.records}`,
    `  vehicles   ${most}${summary.vehicles}`,
    `  repeats    ${least}${summary.repeats} records folded into a vehicle that was there`,
    `  rejected   ${summary.rejects} records: ${listed(summary.rejectsByReason)}`,
    ...(summary.rejectsFile === null ? [] : [`             listed in ${summary.rejectsFile}`]),
    `  set aside  values that could not be used: ${listed(summary.setAside)}`,
    ...summary.checks.map(
      ({name, passed, found}) => `  ${passed ? 'passed' : 'FORCED'}     ${name}: ${found}`,
    ),
    `  time       ${summary.seconds} s, ${summary.vehiclesPerSecond} vehicles/s`,
  ].join('\n');
};
