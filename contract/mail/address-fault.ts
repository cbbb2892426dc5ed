const AFTER_AT = 'such as gmail.com'

/** Only supplies the message: `emailAddress` in shapes.ts decides what is valid. */
export function messageForBadAddress(typed: string): string {
  const text = typed.trim().normalize()
  const [local = '', host = '', ...more] = text.split('@')
  if (more.length > 0) return 'There’s more than one @ in this email address.'
  if (/\s/.test(text)) return 'There’s a space in this email address.'
  if (text.includes(',')) return 'There’s a comma in this email address. Should it be a dot?'
  const odd = oddCharacter(local, host)
  if (odd) return `We can’t send email to an address with “${odd}” in it.`
  if (!text.includes('@')) return `Please add the @ and what comes after it, ${AFTER_AT}.`
  if (local === '') return 'Please add what comes before the @.'
  if (host === '') return `Please add what comes after the @, ${AFTER_AT}.`
  if (/\.\./.test(text)) return 'There are two dots in a row in this email address.'
  if (/^\.|\.$/.test(local) || host.startsWith('.'))
    return 'A dot is in the wrong place in this email address.'
  if (!host.includes('.')) return `There’s no dot after the @. Write it out, ${AFTER_AT}.`
  return 'Please enter a valid email address.'
}

function oddCharacter(local: string, host: string): string | undefined {
  return (
    [...local].find((one) => !/[\w.+'-]/.test(one)) ?? [...host].find((one) => !/[\w.-]/.test(one))
  )
}
