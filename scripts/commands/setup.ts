import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { ConfigError, OwnerError, readConfig } from '#server/config/config.ts'
import { parseSettings } from '#server/config/settings-file.ts'
import { ownerMessage } from '#server/core/owner-messages.ts'
import { pointTo } from './farms.ts'
import { type Machine, thisMachine } from './machine.ts'
import { openTerminal } from './terminal.ts'

export type Answers = {
  name: string
  /** Whom the certificate's maker writes to; empty: nobody. */
  email: string
  demo: boolean
  /** Of SMTP_URL; empty: the farmer sets it at the desk. */
  mail: string
  mailFrom: string
  /** Empty: in the shop's own folder. */
  backups: string
}

type Flags = Partial<Omit<Answers, 'name'>> & { yes?: boolean; dryRun?: boolean }

/** `act` is called only where it is not done yet, so that a second run mends what the first left. */
type Step = { what: string; isDone: () => boolean; act: () => void }

const RELEASE = resolve(import.meta.dirname, '../..')
const PORT = 3000
const MAX_START = 120
const HOSTNAME = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/
const UNITS = ['farmstand.service', 'farmstand.socket']

/** Makes this machine the shop's server. */
export async function setup(name: string | undefined, flags: Flags): Promise<void> {
  const answers = await ask(name, flags)
  checkAnswers(answers)
  if (flags.dryRun) return tellSteps(stepsOf(answers, thisMachine))
  if (process.getuid?.() !== 0) throw new OwnerError('Type sudo before the command.')
  process.umask(0o022)
  runSteps(stepsOf(answers, thisMachine))
  await open(answers, thisMachine)
}

async function ask(given: string | undefined, flags: Flags): Promise<Answers> {
  const terminal = flags.yes ? null : openTerminal()
  const answer = async (known: string | undefined, question: string, usual: string) => {
    if (known !== undefined || !terminal) return known ?? usual
    const typed = await terminal.ask(`${question} [${usual || 'none'}] `)
    if (typed === null)
      throw new OwnerError('\nNo answer, so nothing was done. To skip the questions, use --yes.')
    return typed || usual
  }
  try {
    const name = await answer(given, 'The shop’s name in the web, such as shop.farm.example:', '')
    const demo =
      flags.demo === undefined
        ? await answer(undefined, 'A made-up shop to look around in, or an empty one?', 'empty')
        : String(flags.demo)
    return {
      name: name.toLowerCase(),
      email: await answer(flags.email, 'Email for news of the certificate:', ''),
      demo: /^(?:true|m|d|y)/.test(demo),
      mail: await answer(flags.mail, 'Mail server, smtp://user:password@host:587, or later:', ''),
      mailFrom: flags.mailFrom ?? `orders@${name.replace(/^(?:shop|www)\./, '')}`,
      backups: await answer(flags.backups, 'Folder of the backups, best on another disk:', ''),
    }
  } finally {
    terminal?.close()
  }
}

function checkAnswers({ name, email, backups, ...answers }: Answers): void {
  if (!HOSTNAME.test(name))
    throw new ConfigError('Which name? farmstand setup shop.farm.example, without https://.')
  if (email !== '' && !/^[^\s@"{}]+@[^\s@"{}]+$/.test(email))
    throw new ConfigError(`${email} is no email address.`)
  if (backups !== '' && !backups.startsWith('/'))
    throw new ConfigError(`${backups}: the folder of the backups must begin with /.`)
  const mail = answers.mail && { SMTP_URL: answers.mail, MAIL_FROM: answers.mailFrom }
  readConfig({ PUBLIC_URL: `https://${name}`, ...(mail || {}) })
}

export function runSteps(steps: readonly Step[]): void {
  for (const { what, isDone, act } of steps) {
    const wasDone = isDone()
    if (!wasDone) act()
    console.log(`${wasDone ? 'is so already:' : 'done:'} ${what}`)
  }
}

/** What `runSteps` would do, as far as whoever asks may look. */
export function tellSteps(steps: readonly Step[]): void {
  for (const { what, isDone } of steps) {
    let seen = 'would:'
    try {
      if (isDone()) seen = 'is so already:'
    } catch {
      seen = 'would, unless it is so (only root can see that):'
    }
    console.log(`${seen} ${what}`)
  }
}

export function stepsOf(answers: Answers, { root, run }: Machine): Step[] {
  const at = (path: string) => join(root, path)
  const has = (path: string) => existsSync(at(path))
  const text = (path: string) => (has(path) ? readFileSync(at(path), 'utf8') : '')
  const version: string = JSON.parse(readFileSync(join(RELEASE, 'package.json'), 'utf8')).version
  const release =
    dirname(RELEASE) === at('/opt/farmstand') ? basename(RELEASE) : `farmstand-${version}`
  const file = (path: string, content: string, mode = 0o644): Step => ({
    what: `write ${path}`,
    isDone: () => text(path) === content,
    act: () => {
      mkdirSync(dirname(at(path)), { recursive: true })
      writeFileSync(at(path), content, { mode })
    },
  })
  const shipped = (name: string) => readFileSync(join(RELEASE, 'deploy', name), 'utf8')
  const isDebian = has('/usr/bin/farmstand')

  const releaseStep: Step = {
    what: `put the release into /opt/farmstand/${release}`,
    isDone: () => has(`/opt/farmstand/${release}/farmstand`),
    act: () => {
      const [whole, part] = [at(`/opt/farmstand/${release}`), at(`/opt/farmstand/.${release}.part`)]
      rmSync(part, { recursive: true, force: true })
      cpSync(RELEASE, part, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
      renameSync(part, whole)
    },
  }
  const linkStep: Step = {
    what: 'make it the release of now',
    isDone: () => existsSync(at('/opt/farmstand/current')),
    act: () => pointTo(at('/opt/farmstand/current'), release),
  }
  const userStep: Step = {
    what: 'make the user farmstand',
    isDone: () => /^farmstand:/m.test(text('/etc/passwd')),
    act: () => {
      const home = ['--home-dir', '/var/lib/farmstand', '--no-create-home']
      const shell = ['--shell', '/usr/sbin/nologin']
      run('useradd', '--system', '--user-group', ...home, ...shell, 'farmstand')
    },
  }
  const settings = settingsOf(answers)
  const unset = () => {
    const { settings: now } = parseSettings(text('/etc/farmstand.env'))
    return Object.entries(settings).filter(([name, value]) => now[name] !== value)
  }
  const settingsStep: Step = {
    what: 'set /etc/farmstand.env',
    isDone: () =>
      unset().length === 0 && (statSync(at('/etc/farmstand.env')).mode & 0o777) === 0o640,
    act: () => {
      const names = unset().map(([name]) => name)
      const kept = text('/etc/farmstand.env')
        .split('\n')
        .filter((line) => !names.some((name) => new RegExp(`^\\s*${name}\\s*=`).test(line)))
      const added = unset().map(([name, value]) => `${name}='${value}'`)
      const lines = [...kept.join('\n').trimEnd().split('\n'), ...added].filter((line) => line)
      const part = at('/etc/farmstand.env.part')
      writeFileSync(part, `${lines.join('\n')}\n`, { mode: 0o640 })
      run('chgrp', 'farmstand', part)
      chmodSync(part, 0o640)
      renameSync(part, at('/etc/farmstand.env'))
    },
  }
  const folderStep = (path: string): Step => ({
    what: `make ${path} for the shop to write to`,
    isDone: () => has(path),
    act: () => {
      mkdirSync(at(path), { recursive: true, mode: 0o700 })
      run('chown', 'farmstand:', at(path))
    },
  })
  const backupSteps = [
    folderStep(answers.backups),
    file(DROPIN, `[Service]\nReadWritePaths=${answers.backups}\n`),
  ]
  return [
    releaseStep,
    linkStep,
    userStep,
    settingsStep,
    folderStep('/var/lib/farmstand'),
    ...(answers.backups ? backupSteps : []),
    ...(isDebian
      ? []
      : [
          ...UNITS.map((unit) => file(`/etc/systemd/system/${unit}`, shipped(unit))),
          file('/usr/local/bin/farmstand', WRAPPER, 0o755),
        ]),
    ...proxySteps(),
  ]

  function proxySteps(): Step[] {
    if (has('/etc/nginx') && !has('/etc/caddy')) return nginxSteps()
    const steps: Step[] = []
    if (!has('/usr/bin/caddy') && has('/usr/bin/apt-get'))
      steps.push({
        what: 'install Caddy, for https',
        isDone: () => has('/usr/bin/caddy'),
        act: () => run('apt-get', 'install', '-y', 'caddy'),
      })
    const [snippet = ''] = shipped('Caddyfile').split('{$SHOP_DOMAIN')
    const tls = answers.email ? `\ttls ${answers.email}\n` : ''
    const site = `${answers.name} {\n${tls}\timport farmstand 127.0.0.1:${PORT}\n}\n`
    const many = '# Of `farmstand farms`.\nimport farms/*.caddy\n'
    return [
      ...steps,
      file('/etc/caddy/farmstand.caddy', `${snippet}${site}\n${many}`),
      {
        what: 'import it in /etc/caddy/Caddyfile',
        isDone: () => text('/etc/caddy/Caddyfile').includes(IMPORT),
        act: () => {
          const before = text('/etc/caddy/Caddyfile')
          // The page that comes with the package answers every name.
          const own = before.includes('/usr/share/caddy') ? '' : before
          if (before) writeFileSync(at('/etc/caddy/Caddyfile.before-farmstand'), before)
          writeFileSync(at('/etc/caddy/Caddyfile'), `${own}${own && '\n'}${IMPORT}\n`)
        },
      },
    ]
  }

  function nginxSteps(): Step[] {
    const conf = '/etc/nginx/conf.d/farmstand.conf'
    const site = shipped('nginx.conf').replaceAll('farm.example', answers.name)
    const hasIpv6 = has('/proc/net/if_inet6')
    const whole = hasIpv6 ? site : site.replaceAll(/^\s*listen \[::\].*\n/gm, '')
    const live = `/etc/letsencrypt/live/${answers.name}`
    const isCertified = has(live)
    // Until the certificate is there, only what fetches it.
    const content = isCertified ? whole : whole.slice(0, whole.lastIndexOf('\nserver {'))
    const certbot = `certbot certonly --webroot -w /var/www/html -d ${answers.name}`
    const whose = answers.email ? ['-m', answers.email] : ['--register-unsafely-without-email']
    const missing: Step = {
      what: `fetch a certificate (${certbot})`,
      isDone: () => has(live),
      act: () => {
        try {
          if (!has('/usr/bin/certbot')) run('apt-get', 'install', '-y', 'certbot')
          run('systemctl', 'reload', 'nginx')
          run(...(certbot.split(' ') as [string]), '-n', '--agree-tos', ...whose)
          writeFileSync(at(conf), whole)
        } catch (error) {
          console.log(`${ownerMessage(error)}\nOnce the name leads here, run this again.`)
        }
      },
    }
    return [file(conf, content), ...(isCertified ? [] : [missing])]
  }
}

const IMPORT = 'import farmstand.caddy'
const DROPIN = '/etc/systemd/system/farmstand.service.d/backups.conf'
/** What a server's `farmstand` is: the release of now, with the server's settings. */
export const WRAPPER = `#!/bin/sh
exec /opt/farmstand/current/farmstand --settings /etc/farmstand.env "$@"
`

function settingsOf({ name, demo, mail, mailFrom, backups }: Answers): Record<string, string> {
  return {
    PUBLIC_URL: `https://${name}`,
    TRUST_PROXY: 'loopback',
    DEMO: demo ? '1' : '0',
    ...(mail && { SMTP_URL: mail, MAIL_FROM: mailFrom }),
    ...(backups && { BACKUP_DIR: backups }),
  }
}

/** Starts the shop and its proxy, and says how to get in. */
async function open({ name }: Answers, machine: Machine): Promise<void> {
  const { run } = machine
  if (!existsSync('/run/systemd/system'))
    return console.log(
      'systemd does not run here, so nothing was started. By hand: farmstand start',
    )
  run('systemctl', 'daemon-reload')
  run('systemctl', 'enable', '--now', 'farmstand.socket', 'farmstand.service')
  const said = await machine.whyNotReady(PORT, MAX_START)
  if (said !== null)
    throw new OwnerError(`The shop does not sell yet: ${said}. Look at: journalctl -u farmstand -e`)
  console.log(`\nThe shop is open: https://${name}, and its desk: https://${name}/admin`)
  const log = run('journalctl', '-u', 'farmstand', '-o', 'cat', '--no-pager', '-n', '200')
  const [, password] = /Its password, shown this once: (.*)/.exec(log) ?? []
  if (password) console.log(`The desk’s password, shown this once: ${password}`)
  if (existsSync('/usr/sbin/ufw')) console.log('With ufw: ufw allow 80,443/tcp')
  console.log('If the name leads elsewhere or a port is shut, farmstand doctor says so.')
  const proxy = existsSync('/etc/caddy/farmstand.caddy') ? 'caddy' : 'nginx'
  if (proxy === 'caddy') run('caddy', 'validate', '--config', '/etc/caddy/Caddyfile')
  run('systemctl', 'enable', '--now', proxy)
  run('systemctl', 'reload', proxy)
}

/** Takes the program off this machine; the data, the backups and the settings stay. */
export function remove({ root, run }: Machine = thisMachine): void {
  const at = (path: string) => join(root, path)
  if (existsSync(at('/run/systemd/system'))) run('systemctl', 'disable', '--now', ...UNITS)
  const caddyfile = at('/etc/caddy/Caddyfile')
  if (existsSync(caddyfile))
    writeFileSync(caddyfile, readFileSync(caddyfile, 'utf8').replace(`${IMPORT}\n`, ''))
  const written = ['/etc/caddy/farmstand.caddy', '/etc/nginx/conf.d/farmstand.conf', DROPIN]
  const programs = [
    ...UNITS.map((unit) => `/etc/systemd/system/${unit}`),
    '/usr/local/bin/farmstand',
  ]
  for (const path of [...written, ...programs]) rmSync(at(path), { force: true })
  const opt = at('/opt/farmstand')
  if (existsSync(at('/usr/bin/farmstand')) && realpathSync(RELEASE).startsWith(opt))
    console.log('The program itself: apt-get remove farmstand')
  else if (existsSync(opt) && lstatSync(opt).isDirectory()) rmSync(opt, { recursive: true })
  console.log('The data stays in /var/lib/farmstand, the settings in /etc/farmstand.env.')
}
