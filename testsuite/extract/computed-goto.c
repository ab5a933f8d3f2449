/* Labels as values: the edges of the jump are those to all labels whose address is taken. */

int interpret (const unsigned char *code, int *stack)
{
  static const void *const labels[] = { &&push, &&add, &&halt };
  goto *labels[*code];
push:
  *stack++ = code[1];
  code += 2;
  goto *labels[*code];
add:
  stack[-2] += stack[-1];
  stack--;
  code++;
  goto *labels[*code];
halt:
  return stack[-1];
}
