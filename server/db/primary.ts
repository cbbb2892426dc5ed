import type { Client } from 'pg'
import { databaseAddresses } from '#server/config/services.ts'

/** How long a server may take to answer, in milliseconds. */
const MAX_SILENCE = 1500

/** In ms, between polls. */
const PAUSE = 1000

/**
 * Each promotion raises the timeline; null on a standby. If two servers call themselves primary,
 * the higher timeline wins.
 */
export const TIMELINE = `case when not pg_is_in_recovery() then
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer end`

export type Primary = {
  url(): string
  look(): Promise<void>
  /** The newest primary's so far. Connections to an older one must be dropped. */
  timeline(): number
  /** Polls all servers every second until stopped; calls `leave` when another becomes primary. */
  follow(leave: () => void): () => void
}

const known = new Map<string, Primary>()

export function primaryOf(url: string): Primary {
  const urls = databaseAddresses(url)
  const primary = known.get(url) ?? (urls.length > 1 ? primaryAmong(urls) : theOnly(urls[0] ?? url))
  if (urls.length > 1) known.set(url, primary)
  return primary
}

function theOnly(url: string): Primary {
  return { url: () => url, look: async () => {}, timeline: () => 0, follow: () => () => {} }
}

function primaryAmong(urls: readonly string[]): Primary {
  const followers = new Set<() => void>()
  const askers = urls.map((url) => ({ url, ...timelineAsker(url) }))
  let [current, timeline] = [urls[0] ?? '', 0]
  let looking: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  /** Acts on each answer alone, since one server may stay silent. */
  async function ask({ url, ask: askTimeline }: (typeof askers)[number]): Promise<void> {
    const answer = await askTimeline()
    if (answer === null || answer <= timeline) return
    timeline = answer
    if (url === current) return
    current = url
    for (const leave of followers) leave()
  }

  function look(): Promise<void> {
    looking ??= Promise.all(askers.map(ask)).then(() => {
      looking = null
      if (followers.size === 0) for (const asker of askers) asker.leave()
    })
    return looking
  }

  const lookAgain = () => {
    timer = setTimeout(() => void look().finally(() => followers.size > 0 && lookAgain()), PAUSE)
    timer.unref()
  }

  return {
    url: () => current,
    look,
    timeline: () => timeline,
    follow(leave) {
      if (followers.size === 0) lookAgain()
      followers.add(leave)
      return () => {
        followers.delete(leave)
        if (followers.size > 0) return
        clearTimeout(timer)
        for (const asker of askers) asker.leave()
      }
    },
  }
}

/** Asks over one open connection; null if nobody answers, or only a standby does. */
function timelineAsker(url: string) {
  let client: Client | null = null
  const leave = () => {
    client?.connection.stream.destroy()
    client = null
  }
  async function connect(): Promise<Client> {
    const { default: pg } = await import('pg')
    const made = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: MAX_SILENCE,
      query_timeout: MAX_SILENCE,
      application_name: 'farmstand watch',
    })
    made.on('error', () => {})
    client = made
    await made.connect()
    return made
  }
  return {
    async ask(): Promise<number | null> {
      try {
        const connected = client ?? (await connect())
        const { rows } = await connected.query<{ timeline: number | null }>(
          `select ${TIMELINE} as timeline`,
        )
        return rows[0]?.timeline ?? null
      } catch {
        leave()
        return null
      }
    },
    leave,
  }
}
