import { createElement, type ComponentProps, type ReactNode } from 'react'

interface IconShape {
  /** Elements of the drawing on a grid of 24, each with its attributes. */
  node: [tag: string, attributes: Record<string, string>][]
}

/**
 * What the build puts in the place of the icon library's own factory: the same drawings, without
 * the contexts, the alias names and the scaling that nothing here uses. An icon says nothing; what
 * it stands for is said by the text beside it.
 */
export function createIcon({ node }: IconShape) {
  return (props: ComponentProps<'svg'>): ReactNode =>
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
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
