import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { findOrWarn } from '../find-program.ts'
import { IS_LONG } from '../length-of-run.ts'
import { freePort } from '../postgres.ts'
import { aDataFolder, aRunningShop } from './a-running-shop.ts'

const run = promisify(execFile)
const PROJECT = resolve(import.meta.dirname, '../..')

const isHere = IS_LONG && process.platform === 'linux' && process.arch === 'x64'
const perl = isHere ? await findOrWarn('perl') : null
const caddy = isHere ? await findOrWarn('caddy', 'version') : null

/** Runs what follows as on a kernel without IPv6: `socket` of it fails with EAFNOSUPPORT (seccomp, for x64). */
const WITHOUT_IPV6 = `
  my @steps = (
    [0x20, 0, 0, 0], [0x15, 0, 3, 41],
    [0x20, 0, 0, 16], [0x15, 0, 1, 10],
    [6, 0, 0, 0x50000 | 97], [6, 0, 0, 0x7fff0000]);
  my $steps = join '', map { pack 'SCCL', @$_ } @steps;
  my $program = pack 'S x6 P', scalar @steps, $steps;
  syscall(157, 38, 1, 0, 0, 0) == 0 or die $!;
  syscall(157, 22, 2, $program) == 0 or die $!;
  exec @ARGV or die $!`

test.skipIf(!perl)(
  'on a machine without IPv6 the shop opens, its checkup looks around, and Caddy passes calls on',
  { timeout: 120_000 },
  async () => {
    const under = [perl ?? '', '-e', WITHOUT_IPV6]
    const listen =
      "require('net').createServer().on('error', ({ code }) => console.log(code)).listen(0, '::')"
    const tried = await run(under[0] ?? '', [...under.slice(1), process.execPath, '-e', listen])
    expect(tried.stdout.trim()).toBe('EAFNOSUPPORT')

    const shop = await aRunningShop({}, under)
    const ready = await fetch(`${shop.url.replace('localhost', '127.0.0.1')}/readyz`)
    expect(await ready.text()).toBe('ready')
    const doctor = [process.execPath, join(PROJECT, 'scripts/farmstand.js'), 'doctor']
    const env = { PATH: process.env.PATH ?? '', DATA_DIR: shop.dataDir }
    const named = { ...env, PUBLIC_URL: 'https://localhost', TRUST_PROXY: 'loopback' }
    const checkup = await printedBy([...under, ...doctor], named)
    expect(checkup).toMatch(/^ok +Clock/m)
    expect(checkup).not.toMatch(/EAFNOSUPPORT|EADDRNOTAVAIL/)

    if (!caddy) return
    const folder = await aDataFolder()
    const port = await freePort()
    const config = join(PROJECT, 'deploy/Caddyfile')
    const words = [...under.slice(1), caddy, 'run', '--config', config, '--adapter', 'caddyfile']
    const child = spawn(under[0] ?? '', words, {
      env: {
        ...{ HOME: folder, CADDY_ADMIN: `unix/${folder}/admin.sock` },
        ...{ SHOP_DOMAIN: `http://:${port}`, SHOP_UPSTREAM: new URL(shop.url).host },
      },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    onTestFinished(async () => {
      child.kill('SIGTERM')
      await ended
    })
    const status = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`).then((answer) => answer.status, String)
    await expect.poll(() => status('/'), { timeout: 30_000 }).toBe(200)
    expect(await status('/readyz')).toBe(404)
  },
)

/** However it ends: a checkup that found something ends with 1. */
function printedBy([program = '', ...words]: string[], env: Record<string, string>) {
  return new Promise<string>((done) =>
    execFile(program, words, { env }, (_, out, errors) => done(out + errors)),
  )
}
