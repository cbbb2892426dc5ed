import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

export type DiskEvent =
  | { did: 'write'; path: string; offset: number | null; bytes: Buffer }
  | { did: 'truncate'; path: string; size: number }
  /** Of a file's bytes or a folder's names; covers what was done before event number `since`. */
  | { did: 'sync'; path: string; since: number }
  /** The system said it couldn't. */
  | { did: 'fail to sync'; path: string }
  | { did: 'rename'; from: string; path: string }
  | { did: 'remove'; path: string }
  | { did: 'make folder'; path: string }
  | { did: 'answer'; text: string }

export async function readDiskLog(log: string, folder: string): Promise<DiskEvent[]> {
  const events: DiskEvent[] = []
  const begun = new Map<string, { text: string; since: number }>()
  const store = (event: DiskEvent | null) => {
    if (event && (event.did === 'answer' || event.path.startsWith(folder))) events.push(event)
  }
  for await (const line of createInterface({ input: createReadStream(log) })) {
    const [, pid = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)
    if (rest.endsWith('<unfinished ...>')) {
      const text = rest.slice(0, -'<unfinished ...>'.length)
      begun.set(pid, { text, since: events.length })
      store(answerIn(text))
      continue
    }
    if (!resumed) store(answerIn(rest))
    const call = resumed ? begun.get(pid) : { text: '', since: events.length }
    if (call) store(doneIn(call.text + (resumed?.[1] ?? rest), call.since))
  }
  return events
}

const HTTP = [...'HTTP/1.1 '].map((char) => `\\x${char.charCodeAt(0).toString(16)}`).join('')

/** An answer counts from its first byte. */
function answerIn(texts: string): DiskEvent | null {
  // Most writes are long and to the disk: they aren't decoded twice.
  if (!/^writev?\(\d+</.test(texts) || !texts.includes(`"${HTTP}`)) return null
  const text = Buffer.concat(stringsIn(texts)).toString('utf8')
  return text.startsWith('HTTP/1.1 ') ? { did: 'answer', text } : null
}

/** Null for a call that failed or has nothing to do with the disk. */
function doneIn(text: string, since: number): DiskEvent | null {
  const [, call = '', args = '', result = ''] = /^(\w+)\((.*)\) += (-?\d+)/.exec(text) ?? []
  const [path = '', other = ''] = pathsIn(call, args)
  const isSync = call === 'fsync' || call === 'fdatasync'
  if (result.startsWith('-')) return isSync ? { did: 'fail to sync', path } : null
  const last = Number(/(\d+) *$/.exec(args)?.[1])
  if (call === 'pwrite64') return { did: 'write', path, offset: last, bytes: bytesIn(args, result) }
  if (call === 'write') return { did: 'write', path, offset: null, bytes: bytesIn(args, result) }
  if (call === 'ftruncate') return { did: 'truncate', path, size: last }
  if (isSync) return { did: 'sync', path, since }
  if (call.startsWith('rename')) return { did: 'rename', from: path, path: other }
  if (call.startsWith('unlink')) return { did: 'remove', path }
  return call === 'mkdir' ? { did: 'make folder', path } : null
}

function pathsIn(call: string, args: string): string[] {
  const open = /^\d+<((?:\\x[\da-f]{2})+)>/.exec(args)?.[1]
  if (open !== undefined && !call.startsWith('rename') && !call.startsWith('unlink'))
    return [plain(open).toString()]
  return stringsIn(args).map(String)
}

function bytesIn(args: string, written: string): Buffer {
  return (stringsIn(args).at(0) ?? Buffer.alloc(0)).subarray(0, Number(written))
}

function stringsIn(text: string): Buffer[] {
  return Array.from(text.matchAll(/"((?:\\x[\da-f]{2})*)"/g), ([, escaped = '']) => plain(escaped))
}

function plain(escaped: string): Buffer {
  return Buffer.from(escaped.replaceAll('\\x', ''), 'hex')
}
