/** Which device, from which network: `Chrome on Android, 192.0.2.0/24`. */
export function formatDevice({ device, address }: { device: string | null; address: string | null }): string {
  return `${device ?? 'An unknown browser'}${address === null ? '' : `, ${address}`}`
}
