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

/** Processes that ran or waited to run, on average over the last minute. */
export function loadNow() {
  return loadavg()[0] ?? NaN;
}

/** The version of the Redis server that is installed. */
export function redisVersion() {
  const {stdout} = spawnSync('redis-server', ['--version'], {encoding: 'utf8'});
  return /v=(\S+)/.exec(stdout)?.[1] ?? 'unknown';
}
