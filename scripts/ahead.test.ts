import { expect, test } from 'vitest';
import { naming, withoutChecker } from './ahead.mjs';

test('quality: a page names the files that it will want, each once, and none that it asks for', () => {
  const page = '<html><head>\n    <script type="module" crossorigin src="/assets/first.js"></script>\n  </head><body></body></html>';
  expect(naming(page, ['assets/first.js', 'assets/leader.js', 'assets/leader.css'])).toBe(
    [
      '<html><head>',
      '    <script type="module" crossorigin src="/assets/first.js"></script>',
      '  <link rel="modulepreload" crossorigin href="/assets/leader.js">',
      '    <link rel="preload" as="style" crossorigin href="/assets/leader.css">',
      '    </head><body></body></html>',
    ].join('\n'),
  );
});

test('quality: a page whose first moment counts brings nothing that checks definitions', () => {
  const chunks = [
    { fileName: 'leader.js', moduleIds: ['/house/web/src/shell/leader/LeaderPage.tsx'] },
    { fileName: 'label.js', moduleIds: ['/house/node_modules/zod/v4/core/core.js'] },
  ] as never;
  expect(() => withoutChecker(chunks, ['leader.js'])).not.toThrow();
  expect(() => withoutChecker(chunks, ['leader.js', 'label.js'])).toThrow('label.js brings zod');
});
