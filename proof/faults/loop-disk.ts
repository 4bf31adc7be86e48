import {execFile, spawnSync} from 'node:child_process';
import {mkdir, mkdtemp, rm, truncate, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';

export const run = promisify(execFile);

/**
 * Mounts a new file system from a file, for faults of disks. Requires root.
 *
 * @param size In bytes.
 * @param options Of `mount`.
 */
export async function mountLoopDisk(type: 'ext4' | 'btrfs', size: number, options: string) {
  const directory = await mkdtemp(join(tmpdir(), `tavle-${type}-`));
  const [image, disk] = [join(directory, 'image'), join(directory, 'disk')];
  await writeFile(image, '');
  await truncate(image, size);
  await mkdir(disk);
  await run(`mkfs.${type}`, ['-q', image]);
  const mount = () => run('mount', ['-o', `loop,${options}`, image, disk]);
  const unmount = (...flags: string[]) => spawnSync('umount', [...flags, disk]).status === 0;
  const unmountAtExit = () => void unmount('--lazy');
  await mount();
  process.once('exit', unmountAtExit);
  return {
    directory,
    image,
    disk,
    mount,
    unmount,
    stop: async () => {
      unmountAtExit();
      process.off('exit', unmountAtExit);
      await rm(directory, {recursive: true});
    },
  };
}
