import { Fragment } from 'react'

/** An email address, which breaks after its @, or a username, which breaks after its dots. */
export const AddressText = ({ address }: { address: string }) =>
  address.split(address.includes('@') ? /(?<=@)/ : /(?<=\.)/).map((part, index, parts) => (
    <Fragment key={parts.slice(0, index).join('')}>
      {part}
      <wbr />
    </Fragment>
  ))
