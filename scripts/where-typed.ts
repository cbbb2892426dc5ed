import { resolve } from 'node:path'

/** npm runs in the package's folder; INIT_CWD is where the person is. */
export function whereTyped(file: string): string {
  return resolve(process.env.INIT_CWD ?? '', file)
}
