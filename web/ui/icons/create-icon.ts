import { createElement, type ComponentProps, type ReactNode } from 'react'

/** Elements of a drawing on a grid of 24, each with its attributes. */
type Drawing = [tag: string, attributes: Record<string, string>][]

export type Icon = (props: ComponentProps<'svg'>) => ReactNode

/**
 * An icon out of its drawing. Those in this folder are Lucide's (https://lucide.dev), whose notice is in
 * the LICENSE beside them; another one is copied from there. An icon says nothing; what it stands for is
 * said by the text beside it.
 */
export const createIcon =
  (drawing: Drawing): Icon =>
  (props) =>
    createElement(
      'svg',
      {
        'aria-hidden': true,
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...props,
      },
      ...drawing.map(([tag, attributes]) => createElement(tag, attributes)),
    )
