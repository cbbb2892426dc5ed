import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { OwnerError } from '#server/config/config.ts'
import { parseSettings } from '#server/config/settings-file.ts'
import { type Answers, remove, runSteps, stepsOf, tellSteps } from './setup.ts'

const ANSWERS: Answers = {
  ...{ name: 'shop.farm.example', email: 'jo@farm.example', demo: false, backups: '/mnt/backups' },
  ...{ mail: 'smtp://jo:a%20b@mail.example:587', mailFrom: 'orders@farm.example' },
}

/** A server whose system programs only note what they were asked. */
async function aServer(caddyfile = ':80 {\n\troot * /usr/share/caddy\n}\n') {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'farmstand setup-')))
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => {
    printed.mockRestore()
    return rm(root, { recursive: true, force: true })
  })
  for (const folder of ['etc/caddy', 'usr/bin', 'var/lib', 'opt/farmstand/farmstand-0.1.0'])
    mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'opt/farmstand/farmstand-0.1.0/farmstand'), '')
  writeFileSync(join(root, 'usr/bin/caddy'), '')
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\n')
  writeFileSync(join(root, 'etc/caddy/Caddyfile'), caddyfile)
  const requests: string[] = []
  const run = (program: string, ...words: string[]) => {
    if (program === 'useradd')
      writeFileSync(join(root, 'etc/passwd'), 'farmstand:x:999:999::/:/bin/sh\n', { flag: 'a' })
    requests.push([program, ...words].join(' ').replaceAll(root, ''))
    return ''
  }
  const machine = { root, run, whyNotReady: async () => null }
  return {
    ...{ root, requests, machine },
    setUp: () => runSteps(stepsOf(ANSWERS, machine)),
    said: () => printed.mock.calls.map(([line]) => String(line)),
    file: (path: string) => readFile(join(root, path), 'utf8'),
    async files() {
      const all = await readdir(join(root), { recursive: true, withFileTypes: true })
      const files = all.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
      return files.sort().map((path) => [path.slice(root.length), readFileSync(path, 'utf8')])
    },
  }
}

test('a setup writes settings that the shop takes, units, a command and a site of Caddy', async () => {
  const { setUp, file, root, requests } = await aServer()
  setUp()
  const { settings, refused } = parseSettings(await file('etc/farmstand.env'))
  expect([settings, refused]).toEqual([
    {
      PUBLIC_URL: 'https://shop.farm.example',
      ...{ TRUST_PROXY: 'loopback', DEMO: '0', BACKUP_DIR: '/mnt/backups' },
      ...{ SMTP_URL: ANSWERS.mail, MAIL_FROM: ANSWERS.mailFrom },
    },
    [],
  ])
  expect((await stat(join(root, 'etc/farmstand.env'))).mode & 0o777).toBe(0o640)
  expect(await file('etc/systemd/system/farmstand.socket')).toContain('ListenStream=127.0.0.1:3000')
  expect(await file('usr/local/bin/farmstand')).toContain('/opt/farmstand/current/farmstand ')
  expect(await file('etc/caddy/farmstand.caddy')).toMatch(
    /^\(farmstand\) \{$[\s\S]*^shop\.farm\.example \{\n\ttls jo@farm\.example\n\timport farmstand 127\.0\.0\.1:3000\n\}/m,
  )
  expect(await file('etc/caddy/Caddyfile')).toBe('import farmstand.caddy\n')
  expect(requests).toEqual([
    expect.stringMatching(/^useradd --system .* farmstand$/),
    'chgrp farmstand /etc/farmstand.env.part',
    'chown farmstand: /var/lib/farmstand',
    'chown farmstand: /mnt/backups',
  ])
})

test('run twice it changes nothing, and says of each step that it is so', async () => {
  const { setUp, files, requests, said } = await aServer()
  setUp()
  const [before, asked, steps] = [await files(), [...requests], said().length]
  setUp()
  expect(await files()).toEqual(before)
  expect(requests).toEqual(asked)
  expect(
    said()
      .slice(steps)
      .filter((line) => !line.startsWith('is so already: ')),
  ).toEqual([])
})

test('stopped in the middle of any step and run again, it ends as if nothing had happened', async () => {
  const whole = await aServer()
  whole.setUp()
  const wanted = await whole.files()
  const { length } = stepsOf(ANSWERS, whole.machine)
  for (let stopped = 0; stopped < length; stopped++) {
    const server = await aServer()
    const steps = stepsOf(ANSWERS, server.machine)
    runSteps(steps.slice(0, stopped))
    server.setUp()
    expect(await server.files(), `after ${stopped} steps`).toEqual(wanted)
  }
})

test('a dry run changes nothing, and says of each step whether it is done', async () => {
  const { machine, files, said, root } = await aServer()
  const steps = () => stepsOf(ANSWERS, machine)
  const [before, { length }] = [await files(), steps()]
  tellSteps(steps())
  expect(await files()).toEqual(before)
  expect(said()[0]).toBe('is so already: put the release into /opt/farmstand/farmstand-0.1.0')
  expect(said().filter((line) => line.startsWith('would: '))).toHaveLength(length - 1)
  runSteps(steps())
  rmSync(join(root, 'etc/caddy/Caddyfile'))
  tellSteps(steps())
  expect(
    said()
      .slice(-length)
      .filter((line) => !line.startsWith('is so already: ')),
  ).toEqual(['would: import it in /etc/caddy/Caddyfile'])
})

test('what the owner wrote stays: other settings, and the sites of an older Caddyfile', async () => {
  const old = 'other.example {\n\trespond hello\n}\n'
  const { setUp, file, root } = await aServer(old)
  writeFileSync(join(root, 'etc/farmstand.env'), "# ours\nMETRICS_PORT=9100\nDEMO='1'\n")
  setUp()
  expect(await file('etc/caddy/Caddyfile')).toBe(`${old}\nimport farmstand.caddy\n`)
  const text = await file('etc/farmstand.env')
  expect(text).toMatch(/^# ours\nMETRICS_PORT=9100\n/)
  expect(parseSettings(text).settings).toMatchObject({ METRICS_PORT: '9100', DEMO: '0' })
})

test('taken off, the program is gone, and data and settings stay', async () => {
  const { setUp, machine, root, file, files } = await aServer()
  setUp()
  mkdirSync(join(root, 'var/lib/farmstand/data'), { recursive: true })
  cpSync(join(root, 'etc/passwd'), join(root, 'var/lib/farmstand/data/shop.db'))
  remove(machine)
  expect((await files()).map(([path]) => path)).toEqual([
    ...['/etc/caddy/Caddyfile', '/etc/caddy/Caddyfile.before-farmstand', '/etc/farmstand.env'],
    ...['/etc/passwd', '/usr/bin/caddy', '/var/lib/farmstand/data/shop.db'],
  ])
  expect(await file('etc/caddy/Caddyfile')).toBe('')
})

test.each([
  ['with IPv6, nginx listens there too', true],
  ['without IPv6, nginx is given no address of it, on which it would not start', false],
])('on a machine %s', async (_, hasIpv6) => {
  const { root, setUp, file } = await aServer()
  for (const path of ['etc/caddy', 'usr/bin/caddy'])
    rmSync(join(root, path), { recursive: true, force: true })
  for (const path of ['etc/nginx/conf.d', 'etc/letsencrypt/live/shop.farm.example', 'proc/net'])
    mkdirSync(join(root, path), { recursive: true })
  if (hasIpv6) writeFileSync(join(root, 'proc/net/if_inet6'), '')
  setUp()
  const listens = (await file('etc/nginx/conf.d/farmstand.conf')).match(/^\tlisten .*;$/gm)
  expect(listens).toEqual([
    ...['\tlisten 80;', ...(hasIpv6 ? ['\tlisten [::]:80;'] : [])],
    ...['\tlisten 443 ssl http2;', ...(hasIpv6 ? ['\tlisten [::]:443 ssl http2;'] : [])],
  ])
})

test('beside an nginx no Caddy comes, and a certificate that cannot be had yet holds nothing up', async () => {
  const { root, machine, requests, setUp, said, file } = await aServer()
  for (const path of ['etc/caddy', 'usr/bin/caddy'])
    rmSync(join(root, path), { recursive: true, force: true })
  mkdirSync(join(root, 'etc/nginx/conf.d'), { recursive: true })
  const { run } = machine
  machine.run = (program, ...words) => {
    run(program, ...words)
    if (program === 'certbot') throw new OwnerError('The name leads nowhere.')
    return ''
  }
  setUp()
  expect(said()).toContain('The name leads nowhere.\nOnce the name leads here, run this again.')
  const asked = requests.filter((one) => /apt-get|systemctl|certbot/.test(one))
  expect(asked).toEqual([
    'apt-get install -y certbot',
    'systemctl reload nginx',
    expect.stringMatching(/^certbot certonly .* -d shop\.farm\.example -n .* jo@farm\.example$/),
  ])
  expect(await file('etc/nginx/conf.d/farmstand.conf')).not.toContain('ssl_certificate')
  machine.run = run
  setUp()
  expect(await file('etc/nginx/conf.d/farmstand.conf')).toContain(
    'ssl_certificate /etc/letsencrypt/live/shop.farm.example/fullchain.pem;',
  )
})
