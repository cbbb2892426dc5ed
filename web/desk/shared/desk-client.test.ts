import { afterEach, describe, expect, test, vi } from 'vitest'
import { createDeskClient } from './desk-client.ts'

afterEach(() => vi.unstubAllGlobals())

function failing(status: number) {
  const fetching = vi.fn(async (_path: string) => new Response(null, { status }))
  vi.stubGlobal('fetch', fetching)
  return fetching
}

const SESSION = { queryKey: ['/api/admin/session'], meta: { on401: 'null' } } as const

describe("the desk's question", () => {
  test('reads the path made of its key', async () => {
    const requested: string[] = []
    vi.stubGlobal('fetch', async (path: string) => {
      requested.push(path)
      return new Response('[]')
    })
    await createDeskClient().fetchQuery({ queryKey: ['/api/orders', '7'] })
    expect(requested).toEqual(['/api/orders/7'])
  })

  test('is never retried and never goes stale', async () => {
    const fetching = failing(500)
    const client = createDeskClient()
    await expect(client.fetchQuery({ queryKey: ['/api/orders'] })).rejects.toThrow('500')
    expect(fetching).toHaveBeenCalledTimes(1)
    client.setQueryData(['/api/orders'], [])
    await client.fetchQuery({ queryKey: ['/api/orders'] })
    expect(fetching).toHaveBeenCalledTimes(1)
  })

  test('fails on 401 unless told to answer null, and on any other refusal in both ways', async () => {
    failing(401)
    const client = createDeskClient()
    await expect(client.fetchQuery({ queryKey: ['/api/orders'] })).rejects.toThrow('401')
    expect(await client.fetchQuery(SESSION)).toBeNull()
    failing(500)
    await expect(createDeskClient().fetchQuery(SESSION)).rejects.toThrow('500')
  })
})
