import { execFile } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/**
 * The path of a program that runs here; null if there is none. Debian keeps servers outside users'
 * PATH.
 */
export async function findProgram(name: string, requested = '--version'): Promise<string | null> {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']) {
    const path = join(folder, name)
    const runs = await promisify(execFile)(path, [requested]).then(
      () => true,
      () => false,
    )
    if (runs) return path
  }
  return null
}

export async function findOrWarn(name: string, requested?: string): Promise<string | null> {
  const path = await findProgram(name, requested)
  if (path === null)
    console.warn(`NOT TESTED: this machine has no ${name}; what needs it is left out.`)
  return path
}
