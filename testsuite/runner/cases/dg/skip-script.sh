echo "not today"
exit 77
