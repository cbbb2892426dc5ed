import { join } from 'node:path'

/** Where a recording run keeps what it saw; one line of JSON a case. */
export const RECORDED = join(import.meta.dirname, '../node_modules/.cache/postgres-cases.jsonl')

/** What the ordinary run leaves to the long one: names of cases by file. */
export const ASKED_BY_OTHERS = join(import.meta.dirname, 'asked-by-others.json')

export type AskedByOthers = Record<string, string[]>

/** `asked`: a statement and the kind of its answer, such as `select … -> 2`. */
export type RecordedCase = { file: string; name: string; ms: number; asked: string[] }
