export function PhoneLink({ number }: { number: string }) {
  return (
    <a
      href={`tel:${number.replaceAll(/[^\d+]/g, '')}`}
      className="font-semibold whitespace-nowrap underline underline-offset-4"
    >
      {number}
    </a>
  )
}
