// Fastify with ioredis and a schema of the answer, which it makes the text from; no token and no check.
import Fastify from 'fastify';
import {Redis} from 'ioredis';

const redis = new Redis(process.env.REDIS_URL ?? '');
const app = Fastify();

const answer = {
  type: 'object',
  additionalProperties: {type: 'object', properties: {state: {type: 'string'}}},
};

app.get('/dashboard/1/apps/state', {schema: {response: {200: answer}}}, async request => {
  const {apps} = request.query;
  const states = await redis.mget(apps.map(name => `state:${name}`));
  return Object.fromEntries(apps.map((name, place) => [name, {state: states[place]}]));
});

console.log(`ready ${await app.listen({port: 0, host: '127.0.0.1'})}`);
