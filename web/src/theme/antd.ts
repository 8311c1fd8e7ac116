import type { ThemeConfig } from 'antd';
import { PALETTES, type Palette, SIZES, type ThemeName } from './palette.ts';

/** antd dressed with our tokens (the table "Tokens in antd" of the visual language). `still` is for reduced motion, `touch` for what a thumb must hit. */
export function antdTheme(name: ThemeName, { still, touch }: { still: boolean; touch: boolean }): ThemeConfig {
  const c = PALETTES[name];
  return {
    cssVar: { key: `fw-${name}` },
    hashed: false,
    token: { ...colours(c), ...MEASURES, ...(touch ? TOUCH : {}), motion: !still },
    components: components(c),
  };
}

const MEASURES = {
  fontFamily: 'var(--font)',
  fontSize: SIZES['fs-13'],
  fontSizeSM: SIZES['fs-12'],
  fontSizeLG: SIZES['fs-14'],
  fontSizeHeading5: SIZES['fs-16'],
  fontSizeHeading4: SIZES['fs-20'],
  fontSizeHeading2: SIZES['fs-28'],
  fontWeightStrong: 600,
  lineHeight: 20 / SIZES['fs-13'],
  borderRadius: SIZES.r2,
  borderRadiusSM: SIZES.r2,
  borderRadiusXS: SIZES.r1,
  borderRadiusLG: SIZES.r3,
  controlHeight: SIZES['h-s'],
  controlHeightSM: SIZES['h-xs'],
  controlHeightLG: SIZES['h-m'],
  sizeXXS: SIZES.s1,
  sizeXS: SIZES.s2,
  sizeSM: SIZES.s3,
  sizeMS: SIZES.s4,
  sizeMD: SIZES.s5,
  sizeLG: SIZES.s6,
  sizeXL: SIZES.s8,
  controlInteractiveSize: 14,
  lineWidthFocus: 2,
  controlOutlineWidth: 3,
  motionDurationFast: '0.1s',
  motionDurationMid: '0.16s',
  motionDurationSlow: '0.16s',
};

/** On a phone. */
const TOUCH = { controlHeight: 40, controlHeightSM: 36, controlHeightLG: SIZES['h-touch'] };

function colours(c: Palette): NonNullable<ThemeConfig['token']> {
  return {
    colorPrimary: c.accent,
    colorPrimaryHover: c['accent-hover'],
    colorPrimaryActive: c['accent-press'],
    colorPrimaryText: c['accent-text'],
    colorPrimaryBg: c['accent-bg'],
    colorPrimaryBgHover: c['accent-bg-2'],
    colorPrimaryBorder: c['accent-line'],
    colorInfo: c.accent,
    colorLink: c['accent-text'],
    colorLinkHover: c['accent-hover'],
    colorWarning: c.orange,
    colorWarningBg: c['orange-bg'],
    colorError: c.red,
    colorErrorBg: c['red-bg'],
    colorErrorBorder: c['red-mark'],
    colorSuccess: c.teal,
    colorSuccessBg: c['teal-bg'],
    colorBgBase: c['bg-page'],
    colorTextBase: c.text,
    colorBgLayout: c['bg-frame'],
    colorBgContainer: c['bg-page'],
    colorBgElevated: c['bg-raised'],
    colorBgMask: c['bg-mask'],
    colorBgContainerDisabled: c['bg-sunken'],
    colorBgTextHover: c['bg-hover'],
    colorBgTextActive: c['bg-press'],
    colorFillAlter: c['bg-sunken'],
    colorFillQuaternary: c['bg-sunken'],
    colorFillTertiary: c['bg-hover'],
    colorFillSecondary: c['bg-press'],
    colorFill: c['bg-press'],
    colorBorder: c['line-control'],
    colorBorderDisabled: c['line-strong'],
    colorBorderSecondary: c.line,
    colorSplit: c.line,
    colorText: c.text,
    colorTextHeading: c.text,
    colorTextSecondary: c['text-2'],
    colorTextTertiary: c['text-3'],
    colorTextDescription: c['text-3'],
    colorTextPlaceholder: c['text-3'],
    colorTextQuaternary: c['text-off'],
    colorTextDisabled: c['text-off'],
    colorTextLightSolid: c['on-accent'],
    colorIcon: c['text-3'],
    colorIconHover: c.text,
    controlOutline: c['accent-bg-2'],
    controlItemBgActive: c['accent-bg'],
    controlItemBgActiveHover: c['accent-bg-2'],
    controlItemBgHover: c['bg-hover'],
    boxShadow: c['shadow-3'],
    boxShadowSecondary: c['shadow-2'],
    boxShadowTertiary: c['shadow-1'],
  };
}

/** What is typed in has the corners of a button and the size of a value, large as it may be. */
const BOX = { borderRadiusLG: MEASURES.borderRadius, inputFontSizeLG: MEASURES.fontSizeLG };
/** The marks in them: as large as their words, and to be seen (3:1). */
const marksOf = (c: Palette) => ({ fontSizeIcon: MEASURES.fontSizeLG, colorTextQuaternary: c['text-3'] });

function components(c: Palette): NonNullable<ThemeConfig['components']> {
  return {
    Button: { fontWeight: 400, primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', paddingInline: 10, paddingInlineLG: 14 },
    Input: BOX,
    Select: {
      ...BOX,
      ...marksOf(c),
      optionSelectedFontWeight: 600,
      optionSelectedBg: c['accent-bg'],
      optionActiveBg: c['bg-hover'],
      optionHeight: SIZES['h-s'],
    },
    Modal: { titleFontSize: SIZES['fs-16'], contentBg: c['bg-page'], headerBg: c['bg-page'] },
    Checkbox: { borderRadiusSM: SIZES.r1 },
    Dropdown: { paddingBlock: SIZES.s1, colorPrimary: c['accent-text'] },
    Tooltip: { colorBgSpotlight: c.text, colorTextLightSolid: c['bg-page'] },
    DatePicker: { ...BOX, ...marksOf(c), cellHeight: 24, cellWidth: 32 },
  };
}
