import css from './SignInPage.module.css';

const range = (from: number, to: number, step: number) => Array.from({ length: (to - from) / step + 1 }, (_, at) => from + at * step);
const GRID = [...range(96, 768, 48).map((x) => `M${x} 120V560`), ...range(128, 560, 48).map((y) => `M72 ${y}H792`)].join('');
const HOUSES =
  'M144 512V272l120-72 120 72v240zM384 512V320h192v192M576 512V368h144v144zM144 320h240M264 200v312M480 320v192M648 368v144M144 416h432M204 236v276M324 236v276';
const MEASURES = 'M144 540H720M144 534v12M384 534v12M576 534v12M720 534v12M112 272v240M106 272h12M106 512h12';

/** A building and the money that goes into it: decoration. */
export function Drawing() {
  return (
    <svg className={css.drawing} viewBox="0 0 880 900" preserveAspectRatio="xMidYMid meet" fill="none" aria-hidden="true" focusable="false">
      <g transform="translate(-8 70) scale(1.06)">
        <path d={GRID} stroke="var(--line)" />
        <path d={HOUSES} stroke="var(--accent-line)" strokeWidth="1.5" />
        <path d={MEASURES} stroke="var(--line-control)" />
        <g fontSize="11" fill="var(--text-3)">
          <text x="246" y="556">
            48,000
          </text>
          <text x="462" y="556">
            38,400
          </text>
          <text x="632" y="556">
            28,800
          </text>
          <text x="100" y="400" transform="rotate(-90 100 400)">
            24,000
          </text>
        </g>
        <path d="M144 505C300 500 330 440 432 340S620 200 742 176" stroke="var(--accent)" strokeWidth="2.5" />
        <circle cx="432" cy="340" r="5" fill="var(--bg-page)" stroke="var(--accent)" strokeWidth="2.5" />
        <path d="M432 346V512" stroke="var(--accent)" strokeDasharray="3 4" />
      </g>
    </svg>
  );
}
