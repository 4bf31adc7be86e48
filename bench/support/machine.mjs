import {spawnSync} from 'node:child_process';
import {availableParallelism, cpus, loadavg, release, totalmem, type} from 'node:os';

/** @typedef {{processor: string, cores: number, memory: number, system: string, node: string}} Machine `memory` in bytes. */

/** @returns {Machine} */
export function machineNow() {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown processor',
    cores: availableParallelism(),
    memory: totalmem(),
    system: `${type()} ${release()}`,
    node: process.version.slice(1),
  };
}

/** Returns the load average of the last minute. */
export function loadNow() {
  return loadavg()[0] ?? NaN;
}

/** Returns the version of the installed Redis server. */
export function redisVersion() {
  const {stdout} = spawnSync('redis-server', ['--version'], {encoding: 'utf8'});
  return /v=(\S+)/.exec(stdout)?.[1] ?? 'unknown';
}
