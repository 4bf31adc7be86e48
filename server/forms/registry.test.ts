import fc from 'fast-check';
import {expect, it} from 'vitest';

import {Problem} from '../problem.ts';
import {type Authority, emptyPortal, type Portal} from '../portal/portal.ts';
import type {Store} from '../store/store.ts';
import {enginesOfLongRun} from '../testing/engines.ts';
import {isThorough} from '../testing/thoroughness.ts';
import {requiredV1, requiredV2} from '../testing/bodies.ts';
import {newStore} from '../testing/store.ts';
import {formatDatetime} from '../time/datetime.ts';
import {parseChangedVariantV1, parseNewVariantV1, parseVariantV2} from './parse-variant.ts';
import {permalinkOf} from './permalinks.ts';
import {createRegistry, type Registry} from './registry.ts';
import {toV1, toV2} from './representations.ts';
import {requireVariant} from './operations-common.ts';
import {diaKey, isMunicipal} from './variant.ts';

const erst: Authority = {
  myndighedsid: '1',
  forkortelse: 'ERST',
  navn: 'Erhvervsstyrelsen',
  cvr: '10150817',
  type: 'stat',
};

const portal: Portal = {
  ...emptyPortal,
  authoritiesByAbbreviation: new Map([['ERST', erst]]),
  municipalities: new Map([['101', erst]]),
  masters: new Map([
    ['5', {id: '5', titel: 'Master without dates'}],
    ['7', {id: '7', titel: 'Master', afpubliceringsdato: 1_500_000}],
  ]),
};

/** A variant in the model. */
interface Model {
  version: 1 | 2;
  titel: string;
  from: number | null;
  until: number | null;
  master: string;
  permalink: string;
  /** Whether it was published at any second until now. */
  everPublished: boolean;
  deleted: boolean;
  diaId: string;
}

/** All variants by name, and the time, in milliseconds. */
interface World {
  cvr: string;
  variants: Map<string, Model>;
  now: number;
}

interface Real {
  registry: Registry;
  cvr: string;
  clock: {now: number};
}

const masterEnd = (model: Model) => (model.master === '7' ? 1_500_000 : Infinity);
const isPublished = (model: Model, now: number) =>
  !model.deleted &&
  model.from !== null &&
  model.from <= now &&
  now < Math.min(model.until ?? Infinity, masterEnd(model));

/** Advances the model's time by seconds. */
function advance(world: World, seconds: number): void {
  for (let second = 0; second < seconds; second++) {
    world.now += 1000;
    for (const model of world.variants.values()) model.everPublished ||= isPublished(model, world.now);
  }
}

function setTitle(model: Model, titel: string): void {
  model.titel = titel;
  if (!model.everPublished) model.permalink = permalinkOf(titel);
}

/** Returns a unique title: otherwise permalinks would depend on each other. */
const titleOf = (titel: string, egetId: string, {cvr}: {cvr: string}) => `${titel} ${egetId} ${cvr}`;

const date = (instant: number | null) => (instant === null ? null : formatDatetime(instant));

async function outcome(action: () => Promise<unknown>): Promise<number> {
  try {
    await action();
    return 200;
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

type Command = fc.AsyncCommand<World, Real>;

/** Runs a command on registry and model, and compares outcomes and states. */
function command(
  name: string,
  egetId: string,
  act: (real: Real) => Promise<unknown>,
  model: (world: World) => number,
): Command {
  return {
    check: () => true,
    toString: () => `${name}(${egetId})`,
    async run(world, real) {
      real.clock.now = world.now;
      const code = await outcome(() => act(real));
      expect(code).toBe(model(world));
      const known = world.variants.get(egetId);
      if (known) known.everPublished ||= isPublished(known, world.now);
      await compare(world, real, egetId);
    },
  };
}

async function compare(world: World, {registry, cvr}: Real, egetId: string): Promise<void> {
  const model = world.variants.get(egetId);
  const variant = await registry.get({cvr, egetId});
  expect(variant === undefined).toBe(model === undefined);
  if (!model || !variant) return;
  // The first writer assigns the id, which only changes with the master.
  model.diaId ||= variant.diaId;
  expect(variant.diaId).toMatch(new RegExp(`^${model.master}\\.`));
  expect(variant).toMatchObject({diaId: model.diaId, deleted: model.deleted});
  expect(isMunicipal(variant)).toBe(model.version === 1);
  expect(await registry.find(model.diaId)).toEqual(model.deleted ? undefined : variant);
  const shown = toV1(variant, portal, world.now);
  expect(shown).toMatchObject({
    name: model.titel,
    permalink: model.permalink,
    publiceretPaaProduktion: isPublished(model, world.now),
    afpubliceretPaaProduktion:
      model.deleted || Math.min(model.until ?? Infinity, masterEnd(model)) <= world.now,
  });
  expect(toV2(variant, portal)).toMatchObject({titel: model.titel, publiceringsdato: date(model.from)});
  const listed: string[] = [];
  for await (const page of registry.list(cvr)) listed.push(...page.map(item => item.egetId));
  const expected = [...world.variants].filter(([, each]) => !each.deleted).map(([id]) => id);
  expect(listed).toEqual(expected.sort());
}

const id = fc.constantFrom('a', 'b/ø', 'c');
const title = fc.constantFrom('Første titel', 'Anden', 'Åben ø');
const instant = fc.option(fc.integer({min: 990, max: 1030}).map(second => second * 1000));
const master = fc.constantFrom('5', '7');
const areInOrder = (from: number | null, until: number | null) =>
  from === null || until === null || from <= until;

const create = fc
  .tuple(id, title, instant, instant, master)
  .map(([egetId, titel, from, until, number]): Command =>
    command(
      'create',
      egetId,
      async ({registry, cvr}) => {
        const {input} = await parseNewVariantV1(
          {
            ...{...fields, egetId, titel: titleOf(titel, egetId, {cvr})},
            publiceringsdato: date(from),
            afpubliceringsdato: date(until),
            masterId: number,
          },
          portal,
        );
        return registry.put({cvr, egetId}, current => {
          if (current && !current.deleted) throw new Problem(400, 'taken');
          return input;
        });
      },
      world => {
        if (!areInOrder(from, until)) return 422;
        const known = world.variants.get(egetId);
        if (known && !known.deleted) return 400;
        const model: Model = {
          ...{version: 1, from, until, master: number, deleted: false},
          titel: '',
          permalink: known?.permalink ?? '',
          everPublished: known?.everPublished ?? false,
          diaId: known?.master === number ? known.diaId : '',
        };
        setTitle(model, titleOf(titel, egetId, world));
        world.variants.set(egetId, model);
        return 200;
      },
    ),
  );

const update = fc.tuple(id, fc.option(title), fc.option(instant)).map(([egetId, titel, from]): Command =>
  command(
    'update',
    egetId,
    ({registry, cvr}) =>
      registry.put({cvr, egetId}, current =>
        parseChangedVariantV1(
          {
            ...(titel === null ? {} : {titel: titleOf(titel, egetId, {cvr})}),
            ...(from === null ? {} : {publiceringsdato: date(from)}),
          },
          requireVariant(current),
          portal,
        ),
      ),
    world => {
      const model = world.variants.get(egetId);
      if (!model || model.deleted) return 404;
      if (model.version === 2) return 400;
      if (from !== null && !areInOrder(from, model.until)) return 422;
      setTitle(model, titel === null ? model.titel : titleOf(titel, egetId, world));
      if (from !== null) model.from = from;
      return 200;
    },
  ),
);

const put = fc.tuple(id, fc.option(title), fc.boolean()).map(([egetId, titel, whole]): Command =>
  command(
    'put',
    egetId,
    ({registry, cvr}) => {
      const {titel: _, ...required} = requiredV2;
      const body = {
        ...(titel === null ? {} : {titel: titleOf(titel, egetId, {cvr})}),
        ...(whole ? required : {}),
      };
      return registry.put({cvr, egetId}, current => parseVariantV2(body, egetId, current, portal));
    },
    world => {
      const known = world.variants.get(egetId);
      if (!known || known.deleted) {
        if (!whole || titel === null) return 422;
        const fresh: Model = {
          ...{version: 2, from: null, until: null, deleted: false},
          master: known?.master ?? '0',
          titel: '',
          permalink: known?.permalink ?? '',
          everPublished: known?.everPublished ?? false,
          diaId: known?.diaId ?? '',
        };
        setTitle(fresh, titleOf(titel, egetId, world));
        world.variants.set(egetId, fresh);
        return 200;
      }
      if (known.version === 1 && !whole) return 422;
      known.version = 2;
      setTitle(known, titel === null ? known.titel : titleOf(titel, egetId, world));
      return 200;
    },
  ),
);

const remove = id.map((egetId): Command =>
  command(
    'remove',
    egetId,
    ({registry, cvr}) => registry.remove({cvr, egetId}, requireVariant),
    world => {
      const model = world.variants.get(egetId);
      if (!model || model.deleted) return 404;
      model.deleted = true;
      return 200;
    },
  ),
);

const wait = fc.tuple(id, fc.integer({min: 1, max: 12})).map(([egetId, seconds]): Command =>
  command(
    `wait ${seconds} s`,
    egetId,
    () => Promise.resolve(),
    world => {
      advance(world, seconds);
      return 200;
    },
  ),
);

const fields = {...requiredV1, egetId: 'a', valgteMyndigheder: [101]};

async function histories(store: Store): Promise<void> {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.commands([create, update, put, remove, wait], {maxCommands: 10}), async commands => {
      const clock = {now: 1_000_000};
      const registry = createRegistry(
        store,
        () => portal,
        () => clock.now,
      );
      const cvr = `run-${process.pid}-${++run}`;
      await fc.asyncModelRun(
        () => ({model: {cvr, variants: new Map(), now: clock.now}, real: {registry, cvr, clock}}),
        commands,
      );
    }),
    {numRuns: isThorough ? 1_000 : 60},
  );
}

it.each(enginesOfLongRun)(
  'the registry matches a model for random sequences of commands on %s',
  async name => histories(await newStore(name)),
  120_000,
);

it('a new variant never gets another one’s registry id after the store has lost the counter’s last steps', async () => {
  const store = await newStore();
  const registry = createRegistry(store, () => portal);
  const {input} = await parseNewVariantV1({...fields, masterId: 7}, portal);
  const {variant: older} = await registry.put({cvr: '1', egetId: 'a'}, () => input);
  await store.add(['formularmaster', '7', 'antal'], -1);

  const {variant: newer} = await registry.put({cvr: '1', egetId: 'b'}, () => input);
  expect(newer.diaId).not.toBe(older.diaId);
  expect(await registry.find(older.diaId)).toEqual(older);
});

it('a variant that returns with another master leaves no document of its old registry id', async () => {
  const store = await newStore();
  const registry = createRegistry(store, () => portal);
  const name = {cvr: '1', egetId: 'a'};
  const ids: string[] = [];
  for (const masterId of ['7', '5', '7', '7']) {
    const {input} = await parseNewVariantV1({...fields, masterId}, portal);
    const {variant} = await registry.put(name, () => input);
    ids.push(variant.diaId);
    await registry.remove(name, requireVariant);
  }
  expect(ids).toEqual(['7.1', '5.1', '7.2', '7.2']);
  const documents = await store.read(ids.map(diaKey));
  expect(documents.map(document => document !== undefined)).toEqual([false, false, true, true]);
});

it('a variant keeps its permalink when another one, which had it before, releases it late', async () => {
  const store = await newStore();
  const registry = createRegistry(store, () => portal);
  const put = async (on: Registry, egetId: string, titel: string) => {
    const {input} = await parseNewVariantV1({...fields, masterId: 7, titel}, portal);
    return (await on.put({cvr: '1', egetId}, () => input)).variant;
  };
  const {permalink} = await put(registry, 'a', 'Moms');
  let isFirst = true;
  const late: Store = {
    ...store,
    async remove(...given) {
      if (isFirst) {
        isFirst = false;
        await put(registry, 'a', 'Moms');
        await put(registry, 'a', 'Told');
        expect(await put(registry, 'b', 'Moms')).toMatchObject({permalink});
      }
      return store.remove(...given);
    },
  };
  await put(
    createRegistry(late, () => portal),
    'a',
    'Skat',
  );
  expect(await registry.findAt(erst.myndighedsid, permalink)).toMatchObject({egetId: 'b'});
});
