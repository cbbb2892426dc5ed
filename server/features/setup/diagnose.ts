import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Finding } from '#contract/settings/checkup.ts'
import { farmDates } from '#contract/time/date-format.ts'
import { DAY, HOUR } from '#contract/time/durations.ts'
import type { Config } from '#server/config/config.ts'
import { findClockFault } from '#server/core/clock-fault.ts'
import { getValue } from '#server/core/key-value.ts'
import { readFailure } from '#server/core/long-job.ts'
import { VERSION } from '#server/core/version.ts'
import type { Db } from '#server/db/write.ts'
import { findNewerRelease } from '#server/features/admin/look-for-release.ts'
import { listBackups } from '#server/features/backups/backup-folder.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import { describeCopyPlace } from '#server/outside/copy-backup.ts'
import { type NetworkProbes, networkProbes } from '#server/outside/network-probes.ts'
import { describePlace, findMailServer } from './desk-mail.ts'

type Place = {
  db: Db
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'dataDir' | 'databaseUrl' | 'mail' | 'backup'>
  now: Date
}

const GIGABYTE = 1_000_000_000

/** Below these, in bytes, the owner is warned. */
const LITTLE_DISK = 0.5 * GIGABYTE
const LITTLE_MEMORY = 0.1 * GIGABYTE

const CERTIFICATE_DAYS = 14

const NO_DNS = {
  fix: 'Either this machine’s /etc/resolv.conf is wrong, or the name servers of the domain fail: ask where you rent it.',
}

/** Where senders usually keep their DKIM key; nobody can list the others. */
const SELECTORS = ['default', 'mail', 'dkim', 'k1', 's1', 's2', 'google', 'fm1', 'pm', 'selector1']

const ok = (what: string, found: string): Finding => ({
  what,
  state: 'ok',
  found,
  fix: null,
  record: null,
})
const bad = (
  what: string,
  state: 'warning' | 'wrong',
  found: string,
  { fix, record = null }: { fix: string; record?: string | null },
): Finding => ({ what, state, found, fix, record })

/** The checks of `farmstand doctor` and the desk; changes nothing. */
export async function diagnose(
  place: Place,
  probes: NetworkProbes = networkProbes,
): Promise<Finding[]> {
  const parts = [
    checkName(place, probes),
    checkClock(place),
    checkMachine(place),
    checkRelease(place),
    checkBackups(place),
    checkCopies(place),
    checkMail(place, probes),
    checkCards(place),
    checkDatabase(place),
  ]
  return (await Promise.all(parts)).flat()
}

async function checkName({ config, now }: Place, probes: NetworkProbes): Promise<Finding[]> {
  const { publicUrl, trustProxy } = config
  if (publicUrl === null)
    return [
      bad('Name', 'warning', 'Only this machine can open the shop.', {
        fix: 'Set PUBLIC_URL to the address that visitors type, and restart the shop.',
      }),
    ]
  const { hostname, protocol } = new URL(publicUrl)
  const proxy = trustProxy
    ? ok('Proxy', `Visitors’ addresses come from ${trustProxy}.`)
    : bad('Proxy', 'wrong', 'All visitors share one address, and one limit.', {
        fix: 'Set TRUST_PROXY=loopback in the settings, and restart the shop.',
      })
  if (protocol !== 'https:')
    return [
      bad('Name', 'wrong', `${publicUrl} is not https.`, { fix: 'Use an https address.' }),
      proxy,
    ]
  const [addresses, own] = [await probes.addressesOf(hostname), probes.ownAddresses()]
  if (addresses === null)
    return [bad('Name', 'warning', `${hostname} can’t be looked up.`, NO_DNS), proxy]
  const record = `${hostname}. A ${own.find((one) => !one.includes(':')) ?? '<this server’s address>'}`
  if (addresses.length === 0)
    return [
      bad('Name', 'wrong', `${hostname} leads nowhere.`, {
        fix: 'Add this record where you rent the name.',
        record,
      }),
      proxy,
    ]
  const name = whereItLeads({ hostname, addresses, own, record })
  const shut: number[] = []
  for (const port of [80, 443]) if (!(await probes.answers(hostname, port))) shut.push(port)
  const ports =
    shut.length === 0
      ? ok('Ports', 'Ports 80 and 443 are open.')
      : bad('Ports', 'wrong', `Nobody answers on port ${shut.join(' and ')}.`, {
          fix: 'Start Caddy, and open the ports in the firewall (ufw allow 80,443/tcp) and at your provider.',
        })
  if (shut.includes(443)) return [name, ports, proxy]
  return [name, ports, certificate(await probes.certificateOf(hostname, 443), now), proxy]
}

type Leading = { hostname: string; addresses: string[]; own: string[]; record: string }

function whereItLeads({ hostname, addresses, own, record }: Leading): Finding {
  if (!addresses.some((one) => own.includes(one)))
    return bad('Name', 'warning', `${hostname} leads to ${addresses.join(', ')}.`, {
      fix: 'Unless that is a router or CDN in front of this machine, change the record.',
      record,
    })
  // Whoever makes the certificate asks there first.
  const astray = addresses.filter((one) => one.includes(':') && !own.includes(one))
  if (astray.length === 0) return ok('Name', `${hostname} leads to this machine.`)
  return bad('Name', 'wrong', `By IPv6, ${hostname} leads to ${astray.join(', ')}, not here.`, {
    fix: 'Take the AAAA record away where you rent the name.',
  })
}

function certificate(ends: Date | string, now: Date): Finding {
  if (typeof ends === 'string')
    return bad('Certificate', 'wrong', `Browsers refuse it: ${ends}.`, {
      fix: 'Look at Caddy’s log: journalctl -u caddy -e',
    })
  const days = Math.floor((ends.getTime() - now.getTime()) / DAY)
  return days >= CERTIFICATE_DAYS
    ? ok('Certificate', `Good for ${days} more days.`)
    : bad('Certificate', days < 3 ? 'wrong' : 'warning', `Ends in ${days} days.`, {
        fix: 'Find out why it didn’t renew: journalctl -u caddy -e',
      })
}

async function checkClock({ db, now }: Place): Promise<Finding> {
  const fault = await findClockFault(db, now)
  const { formatDate, formatTime } = farmDates(await readSetting(db, 'time_zone'))
  const told = (at: string) => `${formatDate(at)}, ${formatTime(at)}`
  const says = `It says ${told(now.toISOString())}`
  return fault === null
    ? ok('Clock', `${says}.`)
    : bad('Clock', 'wrong', `${says}, but the shop was at work on ${told(fault)}.`, {
        fix: 'Let the network set it: timedatectl set-ntp true',
      })
}

async function checkMachine({ config }: Place): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(config.dataDir)
  const [disk, memory] = [bavail * bsize, process.availableMemory()]
  const inGigabytes = (bytes: number) => `${(bytes / GIGABYTE).toFixed(1)} GB free.`
  const free =
    memory >= LITTLE_MEMORY
      ? ok('Memory', inGigabytes(memory))
      : bad('Memory', 'warning', inGigabytes(memory), {
          fix: 'Stop other programs, or rent more: the shop wants 1 GB of its own.',
        })
  return [
    disk >= LITTLE_DISK
      ? ok('Disk', inGigabytes(disk))
      : bad('Disk', 'wrong', inGigabytes(disk), { fix: 'Free up space, or move the backups.' }),
    // Zero means unknown, since there is no /proc.
    ...(memory === 0 ? [] : [free]),
  ]
}

async function checkRelease({ db }: Place): Promise<Finding> {
  const place = `Node ${process.version} on ${process.platform}-${process.arch}`
  const own = `Farmstand ${VERSION}, ${place}.`
  const newer = await findNewerRelease(db)
  if (!newer) return ok('Release', own)
  const [state, why] = newer.isSecurity
    ? (['wrong', ' and closes a security hole'] as const)
    : (['warning', ''] as const)
  const found = `${own} ${newer.version} is out${why}.`
  return bad('Release', state, found, { fix: 'sudo farmstand update', record: newer.news })
}

async function checkBackups({ db, config, now }: Place): Promise<Finding> {
  const nightly = await getValue(db, 'last_backup')
  const [newest] = await listBackups(config.backup.folder)
  const last = [nightly ?? '', newest?.madeAt ?? ''].sort().at(-1)
  const alert = await getValue(db, 'backup_alert')
  const { formatMoment } = farmDates(await readSetting(db, 'time_zone'))
  const where = `in ${config.backup.folder}`
  if (alert !== null)
    return bad('Backups', 'wrong', `The last one failed, ${where}.`, {
      fix: 'The desk’s settings say why, under Backup.',
    })
  if (!last || now.getTime() - Date.parse(last) > 26 * HOUR)
    return bad(
      'Backups',
      'warning',
      last ? `The last one is of ${formatMoment(last)}.` : 'None yet.',
      {
        fix: 'Make one at the desk under Backup, or: farmstand backup',
      },
    )
  const advice = config.backup.copyTo ? '' : ' Keep a copy off this machine.'
  return ok('Backups', `The last one is of ${formatMoment(last)}, ${where}.${advice}`)
}

async function checkCopies({ db, config }: Place): Promise<Finding[]> {
  const { copyTo } = config.backup
  if (!copyTo) return []
  const [last, failure] = [await getValue(db, 'last_copy'), await readFailure(db, 'copy_alert')]
  const { formatMoment } = farmDates(await readSetting(db, 'time_zone'))
  const which = last ? `The backup of ${formatMoment(last)} is also` : 'No backup is yet'
  const found = `${which} ${describeCopyPlace(copyTo)}.`
  if (last && !failure) return [ok('Copies', found)]
  const why = failure ? ` The last copy failed: ${failure.message}` : ''
  const fix = failure
    ? 'Correct its settings and restart the shop: it is tried again within the hour.'
    : 'Wait a minute: a copy follows each backup.'
  return [bad('Copies', failure ? 'wrong' : 'warning', found + why, { fix })]
}

async function checkMail({ config }: Place, probes: NetworkProbes): Promise<Finding[]> {
  const mail = findMailServer(config)
  if (!mail)
    return [
      bad('Mail', 'warning', 'No mail server is set, so emails wait.', {
        fix: 'Set it at the desk: Settings, Email.',
      }),
    ]
  const { host, port } = describePlace(mail)
  const server = (await probes.answers(host, port))
    ? ok('Mail', `${host} answers.`)
    : bad('Mail', 'wrong', `Nobody answers at ${host}:${port}.`, {
        fix: 'Check the server’s name and port; some providers block port 25.',
      })
  const domain = mail.from.address.split('@')[1] ?? ''
  const [own, policy] = [await probes.textsOf(domain), await probes.textsOf(`_dmarc.${domain}`)]
  const keys = await Promise.all(
    SELECTORS.map((one) => probes.textsOf(`${one}._domainkey.${domain}`)),
  )
  if (own === null || policy === null || keys.every((one) => one === null))
    return [server, bad('SPF', 'warning', `The records of ${domain} can’t be looked up.`, NO_DNS)]
  const record = (name: string, text: string) => `${name}. TXT "${text}"`
  const add = 'Add this record where you rent the name.'
  const isOwn = `.${host}`.endsWith(`.${domain}`)
  // A record that includes its own name is void.
  const sender = isOwn ? `a:${host}` : `include:${host.split('.').slice(-2).join('.')}`
  return [
    server,
    own.some((text) => text.startsWith('v=spf1'))
      ? ok('SPF', `${domain} says who may send for it.`)
      : bad('SPF', 'wrong', `${domain} does not say who may send for it.`, {
          fix: isOwn ? add : `${add} If your mail provider names another, use that one.`,
          record: record(domain, `v=spf1 mx ${sender} ~all`),
        }),
    keys.flat().some((text) => text && /\bp=\S/.test(text))
      ? ok('DKIM', `${domain} has a key that signs emails.`)
      : bad('DKIM', 'warning', `No key of ${domain} was found under the usual names.`, {
          fix: 'Your mail provider shows the record to add, under DKIM.',
        }),
    policy.some((text) => text.startsWith('v=DMARC1'))
      ? ok('DMARC', `${domain} has a policy.`)
      : bad('DMARC', 'warning', `${domain} has no policy; large providers want one.`, {
          fix: add,
          record: record(`_dmarc.${domain}`, 'v=DMARC1; p=none'),
        }),
  ]
}

async function checkCards({ db }: Place): Promise<Finding> {
  if ((await getValue(db, 'card_key_refused')) !== null)
    return bad('Cards', 'wrong', 'Stripe refuses the shop’s key.', {
      fix: 'Set the new one at the desk: Settings, Taking money.',
    })
  return (await getValue(db, 'webhook_alert')) || (await getValue(db, 'webhook_unsigned'))
    ? bad('Cards', 'wrong', 'Stripe’s webhook is not heard.', {
        fix: 'The desk says why: Settings, Taking money.',
      })
    : ok('Cards', 'Nothing is wrong with the card provider.')
}

async function checkDatabase({ db, config }: Place): Promise<Finding[]> {
  if (!config.databaseUrl) return []
  const setting = async (name: string) =>
    (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db)).rows[0]
      ?.value
  const unsafe: string[] = []
  for (const name of ['fsync', 'full_page_writes'])
    if ((await setting(name)) !== 'on') unsafe.push(name)
  return [
    unsafe.length === 0
      ? ok('PostgreSQL', `Release ${await setting('server_version')}.`)
      : bad('PostgreSQL', 'wrong', `${unsafe.join(' and ')} off: a power cut may lose orders.`, {
          fix: `alter system set ${unsafe[0]} = on, then restart it.`,
        }),
  ]
}
