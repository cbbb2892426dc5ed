import proxyAddress from '@fastify/proxy-addr'
import { z } from 'zod'

const publicUrl = z
  .url({
    protocol: /^https?$/,
    error: 'must be an http or https address, such as https://farm.example',
  })
  .transform((text) => new URL(text))
  .refine(
    (url) => url.pathname === '/' && !url.search && !url.hash,
    'must be an origin without a path',
  )
  .transform((url) => url.origin)

function isListOfProxies(text: string): boolean {
  try {
    proxyAddress.compile(text.split(',').map((one) => one.trim()))
    return true
  } catch {
    return false
  }
}

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine((number) => number <= 65_535, 'must be a port number from 0 to 65535')

const host = z.string().min(1, 'must be an address to listen on').default('127.0.0.1')

export const httpVariables = {
  PORT: port.default(3000),
  HOST: host,
  PUBLIC_URL: publicUrl.optional(),
  TRUST_PROXY: z
    .string()
    .refine(
      (text) => !/^\s*\d+\s*$/.test(text),
      'must name the proxies, such as loopback or 10.0.0.0/8, and not how many there are',
    )
    .refine(isListOfProxies, 'must be a list of proxy addresses, such as loopback or 10.0.0.0/8')
    .optional(),
  HSTS: z.enum(['off', 'on', 'subdomains'], 'must be off, on or subdomains').default('on'),
  CDN: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  LISTEN_FDS: z.string().optional(),
  LISTEN_PID: z.string().optional(),
  SLEEP_AFTER: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be minutes from 1 to 9999')
    .transform(Number)
    .optional(),
  METRICS_PORT: port.optional(),
  METRICS_HOST: host,
}
