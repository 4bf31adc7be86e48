import fc from 'fast-check';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';

import {Api} from '../../api/api.ts';
import {type FakeDashboard, fakeDashboard} from '../../testing/fake-dashboard.ts';
import {createListener} from '../../testing/listener.ts';
import {arrange, DashboardModel, moveAmong} from './dashboard-model.ts';

let service: FakeDashboard;
let model: DashboardModel;
let names: string[];

let listener: ReturnType<typeof createListener>;
const api = new Api('https://tavle.example', () => Promise.resolve('token'));
const frister = {name: 'frister', title: 'Frister'};

beforeEach(() => {
  vi.stubGlobal('navigator', {onLine: true});
  service = fakeDashboard({frister: 'active', cvr: 'deactive', skjult: 'hidden'});
  names = ['frister', 'cvr', 'skjult', 'ukendt'];
  listener = createListener();
  const apps = () => names.map(name => ({name, title: name.toUpperCase()}));
  model = new DashboardModel({...listener, apps});
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function connect(): Promise<void> {
  model.connect(api);
  await vi.waitFor(() => expect(model.state.status).not.toBe('loading'));
}

describe('moving an app', () => {
  const active = () => model.order.filter(name => model.stateOf(name) === 'active');
  const puts = () => service.calls.filter(({method}) => method === 'PUT').map(({body}) => body);

  beforeEach(() => {
    names = ['frister', 'fra', 'cvr', 'post'];
    service = fakeDashboard({frister: 'active', fra: 'deactive', cvr: 'active', post: 'active'});
  });

  it('that ends where it began saves nothing', async () => {
    await connect();
    model.hold(frister);
    model.moveTo(2);
    model.moveTo(1);
    model.drop();
    expect(model.last).toBeUndefined();
    expect(puts()).toEqual([]);
  });

  it('that ends where it began keeps the notice of a move that was not saved', async () => {
    await connect();
    service.break(503, 'PUT');
    const move = (place: number) => {
      model.hold(frister);
      model.moveTo(place);
      model.moveTo(place === 1 ? 1 : 2);
      model.drop();
    };
    move(2);
    await vi.waitFor(() => expect(model.last?.failure).toBe('away'));
    move(1);
    expect(model.noticed).toMatchObject([{failure: 'away'}]);
  });

  it('keeps the places of apps that are on other pages only', async () => {
    service.order = ['anden', 'post', 'tredje', 'cvr', 'frister'];
    await connect();
    expect(active()).toEqual(['post', 'cvr', 'frister']);
    model.hold(frister);
    model.moveTo(1);
    model.drop();
    await vi.waitFor(() => expect(listener.saved).toHaveBeenCalledOnce());
    expect(service.order.filter(name => name !== 'fra')).toEqual([
      'anden',
      'frister',
      'post',
      'tredje',
      'cvr',
    ]);
  });

  it('never saves more than 100 names', async () => {
    names = Array.from({length: 130}, (_, place) => `app-${place}`);
    for (const name of names) service.states.set(name, 'active');
    await connect();
    model.hold({name: 'app-9', title: ''});
    model.moveTo(1);
    model.drop();
    await vi.waitFor(() => expect(listener.saved).toHaveBeenCalledOnce());
    expect(service.order).toHaveLength(100);
    expect(model.order.slice(0, 2)).toEqual(['app-9', 'app-0']);
    expect(model.order).toHaveLength(130);
  });

  it('does not change the order when the app is turned off during the move', async () => {
    await connect();
    model.hold(frister);
    service.states.set('frister', 'deactive');
    await model.refresh();
    model.moveTo(3);
    model.drop();
    expect(model.order).toEqual(names);
    expect(puts()).toEqual([]);
  });
});

describe('the order', () => {
  const anyNames = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'), {
    maxLength: 10,
  });

  it.each([
    ['a b c', '', 'a b c'],
    ['a b c', 'c a b', 'c a b'],
    ['a b c', 'c gone a', 'c a b'],
    ['new a b', 'b a', 'new b a'],
    ['a new newer b', 'b a', 'b a new newer'],
    ['a a b', 'b', 'a b'],
  ])('puts %j by the order %j into %j', (page, order, expected) => {
    expect(arrange(page.split(' '), order.split(' ')).join(' ')).toBe(expected);
  });

  it('returns each app of the page once, in the given order', () => {
    fc.assert(
      fc.property(anyNames, anyNames, (page, order) => {
        const arranged = arrange(page, order);
        expect(arranged.toSorted()).toEqual(page.toSorted());
        expect(arranged.filter(name => order.includes(name))).toEqual(
          order.filter(name => page.includes(name)),
        );
      }),
    );
  });

  it('moves a name to a place among some, and keeps the others’ places', () => {
    fc.assert(
      fc.property(
        anyNames,
        fc.nat(),
        fc.integer({min: -2, max: 12}),
        fc.func(fc.boolean()),
        (all, pick, place, choose) => {
          const some = all.filter(name => choose(name));
          const name = some[pick % some.length];
          if (name === undefined) return;
          const moved = moveAmong(all, some, name, place);
          expect(moved.toSorted()).toEqual(all.toSorted());
          const inOrder = moved.filter(other => some.includes(other));
          expect(inOrder.indexOf(name)).toBe(Math.min(Math.max(place, 0), some.length - 1));
          expect(inOrder.filter(other => other !== name)).toEqual(some.filter(other => other !== name));
          for (const [index, other] of all.entries()) {
            if (!some.includes(other)) expect(moved[index]).toBe(other);
          }
        },
      ),
    );
  });
});
