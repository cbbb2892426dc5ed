import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from '../postgres.ts'
import { aDataFolder } from './a-running-shop.ts'

const DEPLOY = resolve(import.meta.dirname, '../../deploy')
const CACHE = join(DEPLOY, 'nginx-cache.conf')

/** An nginx that caches the shop's pages as our example does; returns its own address. */
export async function aCachingNginx(nginx: string, url: string): Promise<string> {
  const folder = await aDataFolder()
  const socket = join(folder, 'nginx.sock')
  await mkdir(join(folder, 'kept'))
  await writeFile(join(folder, 'nginx.conf'), configured(folder, new URL(url).host))
  const child = spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  // nginx takes no port 0: it listens on a socket file, and this on a port the system picks.
  const relay = createServer((visitor) => {
    const inside = connect(socket)
    visitor.pipe(inside).pipe(visitor)
    visitor.on('error', () => inside.destroy())
    inside.on('error', () => visitor.destroy())
  })
  onTestFinished(() => void relay.close())
  await once(relay.listen(0, '127.0.0.1'), 'listening')
  const address = relay.address()
  const own = `http://localhost:${typeof address === 'object' ? address?.port : ''}`
  await untilItAnswers(`${own}/healthz`)
  return own
}

/** An nginx in front of several servers by `deploy/nginx.conf`, with another port and no TLS. */
export async function aSharingNginx(nginx: string, servers: readonly string[]): Promise<string> {
  const folder = await aDataFolder()
  const [main, conf, port] = [
    join(folder, 'main.conf'),
    join(folder, 'shop.conf'),
    await freePort(),
  ]
  const example = await readFile(join(DEPLOY, 'nginx.conf'), 'utf8')
  await writeFile(conf, besideOthers(example, port, servers))
  await writeFile(
    main,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${folder}/pid;
events {}
http {
  ${temporaryFolders(folder)}
  include ${conf};
}
`,
  )
  const text = ['-p', folder, '-c', main, '-e', join(folder, 'errors')]
  const child = spawn(nginx, text, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const url = `http://localhost:${port}`
  await untilItAnswers(`${url}/healthz`)
  return url
}

function besideOthers(example: string, port: number, servers: readonly string[]): string {
  const changes: [RegExp, string][] = [
    [/server \{\s*listen 80;[\s\S]*?\n\}\n/, ''],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`],
    [/\tlisten \[::\]:443 ssl http2;\n/, ''],
    [/\tssl_certificate .*;\n\tssl_certificate_key .*;\n\tssl_protocols .*;\n/, ''],
    [/access_log \/var\/log.*;/, 'access_log off;'],
    [
      /\tserver 127\.0\.0\.1:3000 max_fails=0;\n\t# server 127\.0\.0\.1:3001 max_fails=0;/,
      servers.map((server) => `\tserver ${server} max_fails=0;`).join('\n'),
    ],
  ]
  return changes.reduce((text, [from, to]) => {
    if (!from.test(text)) throw new Error(`deploy/nginx.conf has no ${from}.`)
    return text.replace(from, to)
  }, example)
}

function temporaryFolders(folder: string): string {
  return ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n  ')
}

async function untilItAnswers(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error('nginx does not answer.')
}

function configured(folder: string, shop: string): string {
  return `daemon off;
master_process off;
pid ${folder}/pid;
events {}
http {
  access_log off;
  ${temporaryFolders(folder)}
  proxy_cache_path ${folder}/kept keys_zone=farmstand:1m use_temp_path=off;
  map $http_upgrade $farmstand_connection { default upgrade; "" ""; }
  upstream farmstand { server ${shop}; }
  server {
    listen unix:${folder}/nginx.sock;
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For 127.0.0.1;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection $farmstand_connection;
    include ${CACHE};
    location = /ws { proxy_pass http://farmstand; }
  }
}
`
}
