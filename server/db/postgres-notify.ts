import { primaryOf } from './primary.ts'

/** In ms, before reconnecting. */
const AGAIN = 1000

/** Uses its own connection, which reconnects; messages in between are lost, so poll as well. */
export function listenForNotify(url: string, channel: string, onNotify: (payload: string) => void) {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let leave = async () => {}
  let cut = () => {}
  const primary = primaryOf(url)
  const stopFollowing = primary.follow(() => cut())

  async function connect(): Promise<void> {
    const { default: pg } = await import('pg')
    const client = new pg.Client({
      connectionString: primary.url(),
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      application_name: 'farmstand listener',
    })
    client.on('error', () => {})
    client.on('end', () => {
      if (!stopped) timer = setTimeout(connect, AGAIN).unref()
    })
    client.on('notification', ({ payload }) => onNotify(payload ?? ''))
    leave = () => client.end()
    cut = () => client.connection.stream.destroy()
    try {
      await client.connect()
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch {
      await client.end().catch(() => {})
    }
  }

  void connect()
  return {
    async stop(): Promise<void> {
      stopped = true
      stopFollowing()
      clearTimeout(timer)
      await leave().catch(() => {})
    },
  }
}
