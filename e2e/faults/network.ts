import {execFile, spawnSync} from 'node:child_process';
import {promisify} from 'node:util';

const run = promisify(execFile);
const ip = (command: string) => run('ip', command.split(' '));

/** Another network on this machine, behind two links: one that can be cut, and one over which the test always reaches it. */
export interface Network {
  /** The address of this side of the link that can be cut. */
  readonly here: string;
  /** The address of the other side of that link. */
  readonly there: string;
  /** The address of the other side for the test. */
  readonly control: string;
  /** A command runs there when this goes before it. */
  readonly prefix: readonly string[];
  /** Drops all packets. Connections stay open on both sides. */
  cut(): Promise<void>;
  join(): Promise<void>;
  remove(): void;
}

/** Has to run as root. */
export async function openNetwork(): Promise<Network> {
  const name = `tavle-${process.pid}`;
  // `ip netns exec` would keep a copy of all mounts, and so the disks of other scenarios.
  const prefix = ['nsenter', `--net=/run/netns/${name}`];
  const remove = () => {
    spawnSync('ip', ['netns', 'delete', name]);
    process.off('exit', remove);
  };
  // Of 198.18.0.0/15, which is for tests: RFC 2544.
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
