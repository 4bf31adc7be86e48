import {type ChildProcess, execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';

/** A machine of a test, for `two-machines.spec.ts`: a network namespace with one IP address. */
export interface Machine {
  readonly address: string;
  /** The command prefix that runs a command on the machine. */
  readonly prefix: readonly string[];
  /** Runs a program until the machine is switched off. */
  run(command: readonly string[], env?: Readonly<Record<string, string | undefined>>): ChildProcess;
  /** Cuts the machine off, then kills its programs: others see no closed connection, as when power fails. */
  switchOff(): Promise<void>;
  switchOn(): void;
}

/** Creates machines in a separate network without a link to this machine. Requires root. */
export function createMachines(addresses: readonly string[]): {
  machines: Machine[];
  remove: () => Promise<void>;
} {
  const ip = (command: string) => execFileSync('ip', command.split(' '), {stdio: 'pipe'});
  const nameOf = (index: number) => `tavle-${process.pid}-${index}`;
  const lan = `tavle-${process.pid}-lan`;
  const created: string[] = [];
  const create = (name: string) => {
    ip(`netns add ${name}`);
    created.push(name);
    ip(`-n ${name} link set lo up`);
  };
  create(lan);
  ip(`-n ${lan} link add lan type bridge`);
  ip(`-n ${lan} link set lan up`);

  const machines = addresses.map((address, index): Machine => {
    const name = nameOf(index);
    create(name);
    ip(`-n ${lan} link add port${index} type veth peer name eth0 netns ${name}`);
    ip(`-n ${lan} link set port${index} master lan`);
    ip(`-n ${lan} link set port${index} up`);
    ip(`-n ${name} address add ${address}/24 dev eth0`);
    ip(`-n ${name} link set eth0 up`);
    const prefix = ['nsenter', `--net=/run/netns/${name}`];
    const running = new Set<ChildProcess>();
    return {
      address,
      prefix,
      run([program = '', ...parameters], env) {
        const child = spawn('nsenter', [`--net=/run/netns/${name}`, program, ...parameters], {
          env: {PATH: process.env.PATH, ...env},
          stdio: 'ignore',
        });
        running.add(child);
        return child;
      },
      async switchOff() {
        ip(`-n ${lan} link set port${index} down`);
        await Promise.all(
          [...running].map(async child => {
            running.delete(child);
            if (child.exitCode !== null || child.signalCode !== null) return;
            const closed = once(child, 'exit');
            child.kill('SIGKILL');
            await closed;
          }),
        );
      },
      switchOn: () => void ip(`-n ${lan} link set port${index} up`),
    };
  });
  return {
    machines,
    async remove() {
      await Promise.all(machines.map(machine => machine.switchOff()));
      for (const name of created) ip(`netns delete ${name}`);
    },
  };
}
