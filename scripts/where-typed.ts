import { resolve } from 'node:path'

/** A file as it was typed: npm runs a command in the package's folder, and says where the person stands. */
export function whereTyped(file: string): string {
  return resolve(process.env.INIT_CWD ?? '', file)
}
