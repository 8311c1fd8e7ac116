/**
 * antd's inputs as the house uses them, named one by one so that the build takes no more. ThemeProvider gives their look; what
 * antd cannot do well (buttons, tables, toasts, states) is our own beside this file.
 */
export { Checkbox, Dropdown, Input, Popover, Radio, Select, Tooltip } from 'antd';
