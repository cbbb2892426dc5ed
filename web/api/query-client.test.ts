import { afterEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { productsQuery } from './shop-queries.ts'

afterEach(() => vi.unstubAllGlobals())

function failing(status: number) {
  const fetching = vi.fn(async (_path: string) => new Response(null, { status }))
  vi.stubGlobal('fetch', fetching)
  return fetching
}

describe('a query', () => {
  test('reads the path made of its key, in the browser and on the server', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (path: string) => {
      asked.push(path)
      return new Response('[]')
    })
    const load = async (path: string) => asked.push(`in process: ${path}`)
    await createQueryClient().fetchQuery({ queryKey: ['/api/checkouts', 'abc'] })
    await createQueryClient(load).fetchQuery({ queryKey: ['/api/products'] })
    expect(asked).toEqual(['/api/checkouts/abc', 'in process: /api/products'])
  })

  test('is never retried and never goes stale', async () => {
    const fetching = failing(500)
    const client = createQueryClient()
    await expect(client.fetchQuery({ queryKey: ['/api/orders'] })).rejects.toThrow('500')
    expect(fetching).toHaveBeenCalledTimes(1)
    client.setQueryData(['/api/orders'], [])
    await client.fetchQuery({ queryKey: ['/api/orders'] })
    expect(fetching).toHaveBeenCalledTimes(1)
  })

  test('fails on 401 unless told to answer null', async () => {
    failing(401)
    const client = createQueryClient()
    await expect(client.fetchQuery({ queryKey: ['/api/orders'] })).rejects.toThrow('401')
    expect(
      await client.fetchQuery({ queryKey: ['/api/admin/session'], meta: { on401: 'null' } }),
    ).toBeNull()
  })

  test('of the products answers null when the first load fails, and keeps what it has when a later one does', async () => {
    failing(503)
    const client = createQueryClient()
    expect(await client.fetchQuery(productsQuery)).toBeNull()
    client.setQueryData(productsQuery.queryKey, [])
    await client.refetchQueries({ queryKey: productsQuery.queryKey })
    expect(client.getQueryData(productsQuery.queryKey)).toEqual([])
  })
})
