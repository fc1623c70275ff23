/** The variables of this process. While a command runs in it, `process.env` has others. */
export const {env} = process;

const {ELASTICSEARCH_NODES = 'http://127.0.0.1:9200', REDIS_URL = 'redis://127.0.0.1:6379'} = env;

/** The engines that tests share. */
export const elasticsearchNodes = ELASTICSEARCH_NODES.split(',');
export const [elasticsearchNode = ''] = elasticsearchNodes;
export const redisUrl = REDIS_URL;
