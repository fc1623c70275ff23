import {z} from 'zod';
import {
  type Grouping,
  groupingPattern,
  groupNames,
  leastStep,
  type Metric,
  maxFigures,
  maxGroups,
  maxMetrics,
  maxOnScale,
  numberNames,
  statisticsOrders,
  toGrouping,
  toMetric,
} from '#core/domain/vehicle-statistics.ts';
import {endpoint} from '../endpoint.ts';
import {dataErrors, errors} from '../errors.ts';
import {enumName, listOf, readBy} from '../parameters.ts';
import {brokenIn} from '../replies.ts';
import {breaks, rules} from '../rules.ts';
import {filterParameters, orFaults} from './filters.ts';

const toGroupings = (text: string): readonly Grouping[] | undefined => {
  const groupings = listOf(text, toGrouping);
  return groupings && groupings.length <= 2 ? groupings : undefined;
};

/** The distinct metrics besides the count, which every group has. */
const toMetrics = (text: string): readonly Metric[] | undefined => {
  const metrics = listOf(text, item => (item === 'count' ? 'count' : toMetric(item)));
  if (!metrics || metrics.length > maxMetrics) return undefined;
  const others = metrics.filter(metric => metric !== 'count');
  return [...new Map(others.map(metric => [metric.name, metric])).values()];
};

const needingStep = numberNames.filter(name => leastStep(name) > 1);

const groupBy = readBy(toGroupings, text => breaks('GroupByInvalid', text)).meta({
  description: `One or two groupings, separated by a comma: ${groupNames.map(name => `\`${name}\``).join(', ')}. A number can have a step, a whole number that is 1 by default, such as \`maxPowerKw:50\`; ${needingStep.map(name => `\`${name}\``).join(', ')} need one. Without a grouping, all vehicles form one group.`,
  pattern: `^(?:(?:${groupingPattern})(?:,(?:${groupingPattern}))?)?$`,
  examples: ['make,firstRegisteredYear'],
});

const metric = `(?:count|(?:min|max|avg|sum|p[1-9]\\d?):(?:${numberNames.join('|')}))`;
const metrics = readBy(toMetrics, text => breaks('MetricInvalid', text)).meta({
  description: `At most ${maxMetrics} metrics of each group, separated by commas: \`count\`, which is always included, and \`min\`, \`max\`, \`avg\`, \`sum\` or a percentile \`p1\` to \`p99\` of a number: ${numberNames.map(name => `\`${name}\``).join(', ')}. Vehicles without the number are left out. Percentiles are exact in groups of up to 2,000 vehicles with the number, and mostly up to 20,000; beyond that they are estimates (t-digest).`,
  pattern: `^(?:${metric}(?:,${metric}){0,${maxMetrics - 1}})?$`,
  examples: ['count,avg:maxPowerKw,p50:co2GPerKm'],
});

const sortBy = readBy(
  text => statisticsOrders.find(order => order === text),
  text => breaks('SortByInvalid', statisticsOrders, text),
).meta({
  description:
    'Order of the groups: by count, the highest first (`-count`, the default), or by value, ascending (`value`), with `true` before `false` and `Registered` before `NotRegistered`. Ties are broken by value.',
  enum: statisticsOrders,
  'x-enum-varnames': statisticsOrders.map(enumName),
  examples: ['-count'],
});

const Query = z.object({
  groupBy: groupBy.optional(),
  metric: metrics.optional(),
  sortBy: sortBy.optional(),
  ...filterParameters,
});

const StatisticsResponse = z
  .object({
    data: z
      .array(
        z.object({
          groups: z
            .array(
              z.object({
                value: z
                  .string()
                  .describe(
                    'The value, as a filter takes it: an id, a word, `Registered`, `true`, or the lower bound of a step. A year or month is what its dates begin with: `2020` or `2020-03`.',
                  ),
                name: z.string().describe('The value in words.'),
                makeId: z.string().optional().describe('Id of the make; with a model or variant.'),
                modelId: z.string().optional().describe('Id of the model; with a variant.'),
              }),
            )
            .describe('The value of each grouping, in the order of `groupBy`.'),
          count: z.int().describe('Number of vehicles in the group.'),
          share: z
            .number()
            .describe('Share of all vehicles that match, 0 to 1, rounded to six decimals.'),
          metrics: z
            .record(z.string(), z.number().nullable())
            .describe(
              'The metrics by name, rounded to six decimals; null if no vehicle in the group has the number.',
            ),
        }),
      )
      .describe('The groups that have vehicles.'),
    metadata: z
      .object({
        totalCount: z.int().describe('Number of vehicles that match.'),
        groupCount: z.int().describe('Number of groups, including those that are not in `data`.'),
        otherCount: z.int().describe('Number of vehicles in groups that are not in `data`.'),
        absentCount: z
          .int()
          .describe('Number of vehicles without a value for one of the groupings.'),
      })
      .meta({
        id: 'StatisticsMetadata',
        description:
          '`totalCount` is the sum of `otherCount`, `absentCount` and the counts in `data`.',
      }),
  })
  .meta({id: 'StatisticsResponse', description: 'The groups of a statistic.'});

export const getStatistics = endpoint({
  operationId: 'getStatistics',
  tag: 'Vehicles',
  path: '/v1/statistics',
  summary: 'Count vehicles by group, with averages and other metrics.',
  description: `Takes every filter of the vehicle search. Returns the first ${maxGroups} values of each grouping in the order of \`sortBy\`, and up to ${maxOnScale.toLocaleString('en')} years, months or steps if the response has room for them. \`otherCount\` counts the vehicles in groups that are not returned, \`absentCount\` those without a value. A statistic with too many groups, or more than ${maxFigures.toLocaleString('en')} figures, is refused with the rule \`StatisticsTooBroad\`.`,
  query: Query,
  responses: {200: StatisticsResponse},
  errors: [errors.ValidationFailed, ...dataErrors],
  handle: async ({query, isStrict}, {vehicles, request, caller}) => {
    const {groupBy = [], metric = [], sortBy = '-count', ...filter} = query;
    const asked = {filter, isStrict, groupBy, metrics: metric, sortBy};
    const {version, value, isPaid} = await orFaults(
      vehicles.statistics(asked, request.signal, caller.accountId),
    );
    if ('json' in value) return {body: value.json, version, isPaid: isPaid === true};
    throw brokenIn(version, ['StatisticsTooBroad', rules.StatisticsTooBroad(value.tooMany)]);
  },
});
