import { z } from 'zod'

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s

/**
 * An address for each server that is named: of `postgres://user@one,two:5433/shop`, as libpq reads
 * it, those of `one` and of `two:5433`.
 */
export function databaseAddresses(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = PARTS.exec(url) ?? []
  return hosts.split(',').map((host) => `${start}${host}${rest}`)
}

export const databaseUrl = z
  .string()
  .regex(/^postgres(?:ql)?:\/\//, 'must start with postgres:// or postgresql://')
  .refine(
    (text) => databaseAddresses(text).every((address) => URL.canParse(address)),
    'must be an address such as postgres://user:password@host/database',
  )
  .refine((text) => {
    const hosts = PARTS.exec(text)?.[2]?.split(',') ?? []
    return hosts.length === 1 || !hosts.includes('')
  }, 'must name a host on each side of a comma, as postgres://user:password@first,second/database')
