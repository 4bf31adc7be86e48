import {spawnSync} from 'node:child_process';

import {run} from './loop-disk.ts';

const ip = (command: string) => run('ip', command.split(' '));

/** A network namespace with two links, for `partition.ts`: one that can be cut, and one for the test. */
export interface Network {
  /** This side's IP address on the link that can be cut. */
  readonly here: string;
  /** The other side's IP address on that link. */
  readonly there: string;
  /** The other side's IP address for the test. */
  readonly control: string;
  /** The command prefix that runs a command in the namespace. */
  readonly prefix: readonly string[];
  /** Drops all packets. Connections stay open on both sides. */
  cut(): Promise<void>;
  join(): Promise<void>;
  remove(): void;
}

/** Creates a network namespace. Requires root. */
export async function openNetwork(): Promise<Network> {
  const name = `tavle-${process.pid}`;
  // `ip netns exec` would keep the mounts of other scenarios busy.
  const prefix = ['nsenter', `--net=/run/netns/${name}`];
  const remove = () => {
    spawnSync('ip', ['netns', 'delete', name]);
    process.off('exit', remove);
  };
  // 198.18.0.0/15 is reserved for tests (RFC 2544).
  const address = (link: number, host: number) => `198.${18 + link}.${process.pid % 250}.${host}`;
  process.once('exit', remove);
  await ip(`netns add ${name}`);
  await ip(`-n ${name} link set lo up`);
  for (const link of [0, 1]) {
    await ip(`link add tv${link}-${process.pid} type veth peer name link${link} netns ${name}`);
    await ip(`address add ${address(link, 1)}/24 dev tv${link}-${process.pid}`);
    await ip(`link set tv${link}-${process.pid} up`);
    await ip(`-n ${name} address add ${address(link, 2)}/24 dev link${link}`);
    await ip(`-n ${name} link set link${link} up`);
  }
  return {
    here: address(0, 1),
    there: address(0, 2),
    control: address(1, 2),
    prefix,
    async cut() {
      await ip(`-n ${name} link set link0 down`);
    },
    async join() {
      await ip(`-n ${name} link set link0 up`);
    },
    remove,
  };
}
